import Foundation
import Testing
import XCTest

@testable import TargetedAutoRetry

@Suite struct RecordTests {
  private struct Lost: Error {}

  /// Runs steps whose events go to a record file in virtual time.
  private func record(
    in folder: URL,
    _ bench: Workbench = Workbench(),
    _ body: (Workbench) throws -> Void
  ) throws -> [Row] {
    let file = RecordFile(directory: folder.path, process: .sample(), timekeeper: bench.time.timekeeper) {
      Issue.record(Comment(rawValue: $0))
    }
    try bench.run { try body(bench) }
    bench.events.forEach { file.receive($0) }
    return try Row.rows(in: folder).rows
  }

  @Test func `a step that passes is one row`() throws {
    try withTemporaryFolder { folder in
      let rows = try record(in: folder) { bench in
        bench.autoRetry(mainAction: {}, successCondition: { true }, actionDescription: "Launch")
      }
      #expect(
        rows.map { $0.values("kind", "unit", "outcome", "attempt", "max_attempts", "cure", "cause", "tax_ms") }
          == ["step step passed 1 4   0"]
      )
    }
  }

  @Test(arguments: [true, false])
  func `records that are deleted in mid-run are one warning, and later rows are there`(isFolder: Bool) throws {
    try withTemporaryFolder { folder in
      let bench = Workbench()
      bench.run {
        for number in 1...5 {
          bench.autoRetry(mainAction: {}, successCondition: { true }, actionDescription: "\(number)")
        }
      }
      let events = bench.events.filter { Record.isMade(of: $0.kind) }
      let warnings = Locked<[String]>([])
      let path = folder.appendingPathComponent("records")
      let file = RecordFile(directory: path.path, process: .sample()) { text in warnings.withLock { $0.append(text) } }
      var rows: [String] = []
      for (index, event) in events.enumerated() {
        if index == 2 || index == 3 {
          for lost in isFolder ? [path] : try Row.files(in: path) { try? FileManager.default.removeItem(at: lost) }
        }
        file.receive(event)
        let found = (try? Row.rows(in: path).rows) ?? []
        rows.append(found.map { $0.values("seq", "action") }.joined(separator: ", "))
      }
      #expect(rows == ["1 1", "1 1, 2 2", "3 3", "4 4", "4 4, 5 5"])
      #expect(
        warnings.withLock { $0 } == [
          "warning: AUTO_RETRY_REPORT: the records in \(path.path) were deleted in mid-run, 2 rows of this process among "
            + "them. Later rows are in a new file."
        ]
      )
    }
  }

  @Test func `a step that recovers is a row for each failed attempt and one for the step`() throws {
    try withTemporaryFolder { folder in
      var attempts = 0
      let rows = try record(in: folder) { bench in
        bench.autoRetry(
          mainAction: {
            attempts += 1
            bench.time.advance(by: .milliseconds(100))
          },
          successCondition: { attempts == 3 },
          resetSteps: { bench.time.advance(by: .milliseconds(7)) },
          actionDescription: "Sign In",
          policy: RetryPolicy(delay: .constant(.milliseconds(20)), conditionTimeout: .milliseconds(50))
        )
      }
      let keys = [
        "kind", "outcome", "attempt", "resets", "cure", "cause", "start_ms", "duration_ms", "wait_ms", "tax_ms", "seq",
      ]
      #expect(
        rows.map { row in keys.map { row[$0] }.joined(separator: " ") } == [
          "attempt failed 1 0  condition 1700000000000 150 50 0 1",
          "attempt failed 2 0  condition 1700000000177 150 50 0 2",
          "step recovered 3 2 resetting condition 1700000000000 454 140 354 3",
        ]
      )
      #expect(rows.map { $0["ts_ms"] } == Array(repeating: "1700000000454", count: 3))
      #expect(Set(rows.map { $0["step_id"] }).count == 1)
      #expect(Set(rows.map { $0["id"] }).count == 3)
      #expect(
        rows.map { $0["error_message"] }
          == Array(repeating: "The success condition was false after 50 ms (conditionTimeout of the call).", count: 3)
      )
    }
  }

  @Test func `a step that only waits pays for its wait`() throws {
    try withTemporaryFolder { folder in
      let rows = try record(in: folder) { bench in
        var looks = 0
        bench.autoRetry(
          mainAction: { bench.time.advance(by: .milliseconds(100)) },
          successCondition: {
            looks += 1
            return looks == 2
          },
          policy: RetryPolicy(delay: .constant(.milliseconds(20)))
        )
      }
      #expect(rows.last?.values("outcome", "cure", "attempt", "wait_ms", "tax_ms") == "recovered waiting 1 20 20")
    }
  }

  @Test func `a row has the innermost step inside that did not succeed`() throws {
    try withTemporaryFolder { folder in
      let rows = try record(in: folder) { bench in
        bench.autoRetry(
          mainAction: {
            bench.autoRetry(
              mainAction: {},
              successCondition: { false },
              actionDescription: "Sign In",
              retryAttempts: 0,
              failTestOnFailure: false
            )
          },
          successCondition: { false },
          actionDescription: "Outer",
          retryAttempts: 0
        )
      }
      let outer = rows.filter { $0["action"] == "Outer" }
      let cause = "Sign In the success condition was false after 0 ms"
      #expect(outer.map { $0.values("kind", "inner_action", "inner_cause") } == ["attempt \(cause)", "step \(cause)"])
      #expect(outer.allSatisfy { $0["inner_file"].hasSuffix("RecordTests.swift") && $0.number("inner_line") ?? 0 > 80 })
      let inner = rows.filter { $0["action"] == "Sign In" }
      #expect(inner.allSatisfy { $0["inner_action"].isEmpty && $0["inner_file"].isEmpty && $0["inner_line"] == "0" })
    }
  }

  @Test func `a record file hears of the events that there is a row for, and of no other`() {
    let bench = Workbench(recovery: { $0.actionDescription == "Crash" ? .abort("the app crashed") : .retry })
    var looks = 0
    bench.run {
      bench.autoRetry(
        mainAction: {},
        successCondition: {
          looks += 1
          return looks == 4
        },
        resetSteps: {},
        policy: RetryPolicy(delay: .constant(.seconds(1)))
      )
      bench.autoRetry(mainAction: {}, successCondition: { false }, actionDescription: "Crash")
      _ = try? bench.autoRetry("Load", operation: { throw CancellationError() })
    }
    #expect(Set(bench.events.map { Record.isMade(of: $0.kind) }) == [true, false])
    for event in bench.events { #expect(Record.isMade(of: event.kind) == (Record(event) != nil)) }
  }

  @Test func `a row says what ended a step before its attempts were used up`() throws {
    try withTemporaryFolder { folder in
      let bench = Workbench(
        steering: Steering(budget: RetryBudget(1)),
        recovery: { $0.actionDescription == "Crash" ? .abort("the app crashed") : .retry }
      )
      let rows = try record(in: folder, bench) { bench in
        func fail(_ name: String, _ policy: RetryPolicy? = nil, _ action: () throws -> Void = {}) {
          _ = try? bench.autoRetry(
            mainAction: action,
            successCondition: { false },
            actionDescription: name,
            failTestOnFailure: false,
            policy: policy
          )
        }
        fail("Crash")
        fail("Around", RetryPolicy(retryAttempts: 0)) { fail("Crash") }
        fail("Skip") { throw XCTSkip("not here") }
        fail("Cancel") { throw CancellationError() }
        fail("Error", RetryPolicy(isRetryable: { _ in false })) { throw Lost() }
        fail("Late", RetryPolicy(timeLimit: .zero))
        fail("None", RetryPolicy(retryAttempts: 0))
        fail("Poor")
      }
      let steps = rows.filter { $0["kind"] == "step" }
      #expect(
        steps.map { $0.values("action", "stopped_by") } == [
          "Crash hook", "Crash hook", "Around inner", "Skip skip", "Cancel cancellation", "Error error", "Late time",
          "None ", "Poor budget",
        ]
      )
      #expect(rows.filter { $0["kind"] == "attempt" }.allSatisfy { $0["stopped_by"].isEmpty })
    }
  }

  @Test func `an inner step names the step around it`() throws {
    try withTemporaryFolder { folder in
      let rows = try record(in: folder) { bench in
        bench.autoRetry(
          mainAction: { bench.autoRetry(mainAction: {}, successCondition: { true }, actionDescription: "Launch") },
          successCondition: { true },
          actionDescription: "Start"
        )
      }
      #expect(rows.map { $0.values("action", "depth") } == ["Launch 1", "Start 0"])
      #expect(rows[0]["parent_step_id"] == rows[1]["step_id"])
      #expect(rows[1]["parent_step_id"] == "")
    }
  }

  @Test func `a step that is exhausted has the first cause, and all of its time is tax`() throws {
    try withTemporaryFolder { folder in
      var attempts = 0
      let rows = try record(in: folder) { bench in
        try bench.autoRetry(
          mainAction: {
            attempts += 1
            bench.time.advance(by: .microseconds(4_600))
            if attempts == 1 { throw Lost() }
          },
          successCondition: { false },
          retryAttempts: 1
        )
      }
      #expect(rows.map { $0["cause"] } == ["error", "condition", "error"])
      // Rounded, not cut off: 4.6 ms each.
      #expect(rows.map { $0["duration_ms"] } == ["5", "5", "9"])
      #expect(rows.last?.values("outcome", "attempt", "max_attempts", "tax_ms") == "exhausted 2 2 9")
      #expect(rows.last?["error_type"].hasSuffix("RecordTests.Lost") == true)
      #expect(rows.last?["error_message"] == "Lost()")
    }
  }

  @Test func `a step that is stopped says why, and has no tax where no attempt failed`() throws {
    try withTemporaryFolder { folder in
      let aborting = Workbench(recovery: { _ in .abort("The app crashed") })
      let rows = try record(in: folder, aborting) { bench in
        bench.autoRetry(mainAction: {}, successCondition: { false })
        #expect(throws: CancellationError.self) {
          try bench.autoRetry(
            mainAction: {
              bench.time.advance(by: .seconds(1))
              throw CancellationError()
            },
            successCondition: { true }
          )
        }
      }
      #expect(
        rows.map { $0.values("kind", "outcome", "reason", "cause", "tax_ms") } == [
          "attempt failed  condition 0",
          "step aborted The app crashed condition 0",
          "step aborted Threw CancellationError(). error 0",
        ]
      )
    }
  }

  @Test func `a step without budget says so`() throws {
    try withTemporaryFolder { folder in
      let rows = try record(in: folder, Workbench(steering: Steering(budget: RetryBudget(0)))) { bench in
        bench.autoRetry(mainAction: {}, successCondition: { false })
      }
      #expect(rows.last?.values("outcome", "attempt", "reason") == "exhausted 1 The budget of retries was used up.")
    }
  }

  @Test func `a condition that was true for a moment is told from one that never was`() throws {
    try withTemporaryFolder { folder in
      let policy = RetryPolicy(
        retryAttempts: 0,
        conditionTimeout: .seconds(9),
        pollingInterval: .seconds(1),
        stableFor: .seconds(2)
      )
      let rows = try record(in: folder) { bench in
        for isTrue in [[false], [false, true]] {
          var looks = 0
          bench.autoRetry(
            mainAction: {},
            successCondition: {
              looks += 1
              return isTrue[looks % isTrue.count]
            },
            failTestOnFailure: false,
            policy: policy
          )
        }
      }
      #expect(rows.map { $0["cause"] } == ["condition", "condition", "flicker", "flicker"])
    }
  }

  @Test func `a rehearsed attempt is told from one that failed`() throws {
    try withTemporaryFolder { folder in
      let rows = try record(in: folder, Workbench(steering: Steering(rehearses: { _ in true }))) { bench in
        bench.autoRetry(mainAction: {}, successCondition: { true })
      }
      #expect(rows.map { $0["cause"] } == ["rehearsal", "rehearsal"])
    }
  }

  @Test func `more retries than an integer can count are written as what they are`() throws {
    try withTemporaryFolder { folder in
      let rows = try record(in: folder) { bench in
        bench.autoRetry(mainAction: {}, successCondition: { true }, retryAttempts: .max)
      }
      #expect(rows.first?["max_attempts"] == "\(Int.max)")
    }
  }

  @Test func `no step, no file; a refused step has no row`() throws {
    try withTemporaryFolder { folder in
      let rows = try record(in: folder) { bench in
        bench.autoRetry(mainAction: {}, successCondition: { true }, retryAttempts: -1)
      }
      let files = try Row.files(in: folder)
      #expect(rows.isEmpty)
      #expect(files.isEmpty)
    }
  }

  @Test(
    arguments: [
      ("\"quoted\" \\ back", "\"quoted\" \\ back"),
      ("1234567\"9\\1\"3456 8\"", "1234567\"9\\1\"3456 8\""),
      ("two\nlines\tand\u{0}\u{1B}[31m\u{7F}", "two lines\tand\\0\\u{1B}[31m\\u{7F}"),
      ("日本語 👩‍👩‍👧 ]]></script>%0A", "日本語 👩‍👩‍👧 ]]></script>%0A"),
      (String(repeating: "x", count: 1024), String(repeating: "x", count: 1024)),
      (String(repeating: "x", count: 1025), String(repeating: "x", count: 1021) + "…"),
      (String(repeating: "é", count: 600), String(repeating: "é", count: 510) + "…"),
      (String(repeating: "日", count: 400), String(repeating: "日", count: 340) + "…"),
    ]
  )
  func `a text comes back as it was, up to a kilobyte`(text: String, expected: String) throws {
    try withTemporaryFolder { folder in
      let rows = try record(in: folder) { bench in
        bench.autoRetry(mainAction: {}, successCondition: { true }, actionDescription: text)
      }
      #expect(rows.map { $0["action"] } == [expected])
    }
  }

  @Test func `a folder that cannot be written is one warning`() {
    let warnings = Locked<[String]>([])
    let bench = Workbench()
    let file = RecordFile(directory: "/proc/no/such/folder", process: .sample(), timekeeper: bench.time.timekeeper) {
      warning in warnings.withLock { $0.append(warning) }
    }
    bench.run { bench.autoRetry(mainAction: {}, successCondition: { false }) }
    bench.events.forEach { file.receive($0) }
    let warning = warnings.withLock { $0 }
    #expect(warning.count == 1)
    #expect(warning.first?.hasPrefix("warning: AUTO_RETRY_REPORT: /proc/no/such/folder cannot be written: ") == true)
  }
}

extension RecordingProcess {
  static func sample(_ environment: [String: String] = ["AUTO_RETRY_RUN_ID": "nightly"]) -> RecordingProcess {
    RecordingProcess(environment: environment, id: 17, parent: 4, day: Date(timeIntervalSince1970: 1_700_000_000))
  }
}

@Suite struct RecordingProcessTests {
  @Test(
    arguments: [
      ([:], "local-20231114-4", "", "", ""),
      (["GITHUB_RUN_ID": "88", "GITHUB_RUN_ATTEMPT": "2", "GITHUB_SHA": "0de3"], "88-2", "", "0de3", ""),
      (["GITHUB_REF_NAME": "17/merge", "GITHUB_HEAD_REF": "map"], "local-20231114-4", "", "", "map"),
      (["GITHUB_REF_NAME": "main", "GITHUB_HEAD_REF": ""], "local-20231114-4", "", "", "main"),
      (
        ["CI_PIPELINE_ID": "9", "CI_NODE_INDEX": "3", "CI_COMMIT_SHA": "a", "CI_COMMIT_REF_NAME": "b"], "9", "3", "a",
        "b"
      ),
      (["BUILDKITE_BUILD_ID": "x", "BUILDKITE_PARALLEL_JOB": "0"], "x", "0", "", ""),
      (
        ["AUTO_RETRY_RUN_ID": "mine", "GITHUB_RUN_ID": "88", "GITHUB_RUN_ATTEMPT": "2", "AUTO_RETRY_SHARD": "ios"],
        "mine", "ios", "", ""
      ),
    ] as [([String: String], String, String, String, String)]
  )
  func `it takes the names of the CI system`(
    environment: [String: String],
    runID: String,
    shard: String,
    commit: String,
    branch: String
  ) {
    let process = RecordingProcess.sample(environment)
    #expect([process.runID, process.shard, process.commit, process.branch] == [runID, shard, commit, branch])
  }

  @Test(
    arguments: [
      ([:], ""), (["SIMULATOR_RUNTIME_VERSION": "18.2"], ""),
      (
        ["SIMULATOR_DEVICE_NAME": "iPad Pro (11-inch)", "SIMULATOR_RUNTIME_VERSION": "18.2"],
        "iPad Pro (11-inch), iOS 18.2"
      ),
      (
        [
          "SIMULATOR_DEVICE_NAME": "Clone 2 of iPhone 17", "SIMULATOR_MODEL_IDENTIFIER": "iPhone18,3",
          "SIMULATOR_RUNTIME_VERSION": "26.0",
        ], "iPhone 17, iOS 26.0"
      ),
      (["SIMULATOR_MODEL_IDENTIFIER": "iPad14,3", "SIMULATOR_RUNTIME_VERSION": "18.2"], "iPad14,3, iOS 18.2"),
      (["SIMULATOR_DEVICE_NAME": "My \"Clone 3 of\" phone"], "My \"Clone 3 of\" phone"),
    ] as [([String: String], String)]
  )
  func `its rows name the simulator and its system`(environment: [String: String], device: String) throws {
    let day = Date(timeIntervalSince1970: 0)
    let process = RecordingProcess(environment: environment, id: 17, parent: 1, day: day, system: "ios")
    #expect(process.device == device)
    #expect(process.forked(as: 18).device == device)
    try withTemporaryFolder { folder in
      let bench = Workbench()
      bench.run { bench.autoRetry(mainAction: {}, successCondition: { true }) }
      let file = RecordFile(directory: folder.path, process: process, timekeeper: bench.time.timekeeper)
      bench.events.forEach { file.receive($0) }
      let rows = try Row.rows(in: folder).rows
      #expect(rows.map { $0["device"] } == [device])
    }
  }

  @Test func `the system of a simulator that is not known has no name`() {
    let environment = ["SIMULATOR_DEVICE_NAME": "Watch", "SIMULATOR_RUNTIME_VERSION": "11"]
    let day = Date(timeIntervalSince1970: 0)
    let process = RecordingProcess(environment: environment, id: 17, parent: 1, day: day, system: "other")
    #expect(process.device == "Watch, 11")
  }

  @Test func `its file has a name that every file system takes`() {
    let process = RecordingProcess.sample(["AUTO_RETRY_RUN_ID": "a/b:c\u{0} é"])
    #expect(process.fileName == "a_b_c___-e0a6abb7bad5-17-\(process.token).jsonl")
    #expect(process.token.wholeMatch(of: /[0-9a-f]{12}/) != nil)
  }

  @Test(
    arguments: [
      ("nightly", "nightly", "nightly"), ("a_b", "a_b", "a_b"), ("a/b", "a_b-2281ff46c3a2", "a_b-2281ff46c3a2"),
      ("a:b", "a_b-4fa23289439d", "a_b-4fa23289439d"), (.long(32), .long(32), .long(32)),
      (.long(64), .long(64), .long(19) + "-c97d3dbcdeaf"),
      (.long(99) + "1", .long(51) + "-32eb7a594aa1", .long(19) + "-32eb7a594aa1"),
      (.long(99) + "2", .long(51) + "-11f42210a589", .long(19) + "-11f42210a589"),
    ]
  )
  func `its file and its folder have the name of the run, or one that tells it from others`(
    run: String,
    file: String,
    folder: String
  ) {
    let process = RecordingProcess.sample(["AUTO_RETRY_RUN_ID": run])
    #expect(process.fileName == "\(file)-17-\(process.token).jsonl")
    #expect(process.attachmentFolderName == "\(folder)-attachments")
  }

  @Test func `without a parent that is alive each process is a run`() {
    let process = RecordingProcess(environment: [:], id: 17, parent: 1, day: Date(timeIntervalSince1970: 0))
    #expect(process.runID == "local-19700101-17")
  }
}

@Suite struct RepositoryPathTests {
  @Test func `a file in a repository is named from its root, another from the working directory`() throws {
    try withTemporaryFolder { folder in
      let sources = folder.appendingPathComponent("repository/Tests")
      try FileManager.default.createDirectory(at: sources, withIntermediateDirectories: true)
      let file = sources.appendingPathComponent("A.swift")
      try Data().write(to: file)
      #expect(RepositoryPath.relativePath(of: file.path, directory: folder.path) == "repository/Tests/A.swift")
      #expect(RepositoryPath.relativePath(of: file.path, directory: "/elsewhere") == nil)
      try Data().write(to: folder.appendingPathComponent("repository/.git"))
      #expect(RepositoryPath.relativePath(of: file.path, directory: folder.path) == "Tests/A.swift")
      let missing = sources.appendingPathComponent("B.swift")
      #expect(RepositoryPath.relativePath(of: missing.path, directory: folder.path) == nil)
    }
  }

  @Test func `a file that is not there is named by its module`() {
    #expect(
      RepositoryPath.path(
        of: CallSite(fileID: "ShopTests/A.swift", file: "/not/here/ShopTests/A.swift", line: 1, column: 1)
      ) == "ShopTests/A.swift"
    )
  }
}

extension String {
  /// The name of a run with that number of characters.
  fileprivate static func long(_ count: Int) -> String { String(repeating: "x", count: count) }
}
