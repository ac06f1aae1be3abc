import Foundation
import Testing

@testable import TargetedAutoRetry

@Suite struct CallPlaceTests {
  private let bench = Workbench()
  private var places: [String] { bench.failures.map { "\($0.callSite.path):\($0.callSite.line)" } }

  /// A step that is exhausted at once; a helper forwards `file` and `line`.
  private func fail(_ name: String = "Open", file: StaticString = #filePath, line: UInt = #line) {
    bench.step(name, retries: 0, until: { false }, file: file, line: line)
  }

  @Test func `a step reports at the place around it, in each form of it`() async {
    let dynamic = "/src/\(["Login"][0]).swift"
    await bench.run {
      withCallPlace(file: "/src/Literal.swift", line: 1) { fail() }
      withCallPlace(file: "/src/Static.swift" as StaticString, line: 2 as UInt) { fail() }
      withCallPlace(file: dynamic, line: 3) { fail() }
      withCallPlace(SourceLocation(fileID: "A/B.swift", filePath: "/src/B.swift", line: 4, column: 5)) { fail() }
      await withCallPlace(file: dynamic, line: 6 as UInt) { await failLater() }
      await withCallPlace(file: "/src/Static.swift" as StaticString, line: 7) { await failLater() }
      await withCallPlace(SourceLocation(fileID: "A/B.swift", filePath: "/src/B.swift", line: 8, column: 1)) {
        await failLater()
      }
    }
    #expect(
      places == [
        "/src/Literal.swift:1", "/src/Static.swift:2", "/src/Login.swift:3", "/src/B.swift:4", "/src/Login.swift:6",
        "/src/Static.swift:7", "/src/B.swift:8",
      ]
    )
    let location = bench.failures[3].callSite.sourceLocation
    #expect(location.fileID == "A/B.swift")
    #expect(location.column == 5)
  }

  private func failLater() async {
    await bench.stepLater(retries: 0, until: { false }) {}
  }

  @Test func `inner steps and threads that carry the attempt report there, and the outer of two scopes holds`() {
    bench.run {
      withCallPlace(file: "/src/Outer.swift", line: 1) {
        bench.step("All") {
          fail()
          withCallPlace(file: "/src/Inner.swift", line: 2) { fail() }
          let scope = RetryScope.current
          Thread { scope.perform { fail() } }.runToTheEnd()
        }
      }
    }
    #expect(places == Array(repeating: "/src/Outer.swift:1", count: 3))
  }

  @Test func `a thread that carries only the place reports there`() {
    bench.run {
      let scope = withCallPlace(file: "/src/Scope.swift", line: 1) { RetryScope.current }
      Thread { bench.run { scope.perform { fail() } } }.runToTheEnd()
    }
    #expect(places == ["/src/Scope.swift:1"])
  }

  @Test func `the scope comes before what a call inside forwards, and is over with its closure`() {
    bench.run {
      withCallPlace(file: "/src/Scope.swift", line: 1) { fail(file: "/src/Forwarded.swift", line: 2) }
      try? withCallPlace(file: "/src/Scope.swift", line: 1) { throw CancellationError() }
      fail(file: "/src/Forwarded.swift", line: 2)
    }
    #expect(places == ["/src/Scope.swift:1", "/src/Forwarded.swift:2"])
  }

  @Test func `the error of a step, its attempts and its events name its own line`() throws {
    let line: UInt = 76
    let error = try #require(throws: RetryExhausted.self) {
      try bench.run {
        try withCallPlace(file: "/src/Outer.swift", line: 12) {
          try bench.autoRetry("Load", line: line, mainAction: { throw NotThere() })
        }
      }
    }
    #expect(error.file == #filePath)
    #expect(error.line == line)
    #expect(error.description.hasPrefix("Load failed: 4 attempts"))
    #expect(error.description.hasSuffix("(CallPlaceTests.swift:\(line))"))
    #expect(error.failedAttempts.map(\.line) == Array(repeating: line, count: 4))
    #expect(bench.events.allSatisfy { $0.callSite?.place == "CallPlaceTests.swift:\(line)" })
  }

  @Test func `the failure names the line of the step, once and only if it is at another place`() {
    let policies = [RetryPolicy(), RetryPolicy(timeLimit: .zero), RetryPolicy(stableFor: .seconds(-1))]
    func fail(_ line: UInt) {
      for policy in policies {
        bench.step("Open", policy: policy, until: { false }, file: "/src/A.swift", line: line)
      }
    }
    bench.run {
      fail(7)
      withCallPlace(file: "/src/A.swift", line: 7) { fail(7) }
      withCallPlace(file: "/src/Test.swift", line: 1) { fail(7) }
    }
    let messages = bench.failures.map(\.message)
    #expect(messages[0].hasPrefix("♻️♻️♻️❌ [FAIL] Open failed: 4 attempts"))
    #expect(messages[0..<3] == messages[3..<6])
    #expect(
      messages[6..<9].map { $0.replacing("Open (A.swift:7)", with: "Open", maxReplacements: 1) } == messages[0..<3] + []
    )
    #expect(messages[6..<9].allSatisfy { $0.contains("Open (A.swift:7)") })
  }

  @Test func `each record has the line of the step, and the caller where one was handed in`() throws {
    let rows = try bench.run {
      fail(line: 7)
      withCallPlace(file: #filePath, line: 12) { fail(line: 7) }
      return try bench.rows()
    }
    let file = "Tests/TargetedAutoRetryTests/Forms/CallPlaceTests.swift"
    #expect(
      rows.map { $0.values("kind", "file", "line", "caller_file", "caller_line") } == [
        "attempt \(file) 7  0", "step \(file) 7  0", "attempt \(file) 7 \(file) 12", "step \(file) 7 \(file) 12",
      ]
    )
  }

  private struct NotThere: Error {}

  @Test func `the log has both places of a step that an error stops`() {
    try? bench.run {
      try withCallPlace(file: "/src/Test.swift", line: 1) {
        let policy = RetryPolicy(isRetryable: { _ in false })
        try bench.step("Open", policy: policy, file: "/src/A.swift", line: 7) { throw NotThere() }
      }
    }
    #expect(bench.log.last?.contains("Open stopped at A.swift:7, from Test.swift:1: ") == true)
  }

  @Test(arguments: [
    ("", 0, "", 0), ("/", -1, "/", 0), ("a.swift", .min, "a.swift", 0),
    ("/a\nb: error: .swift", .max, "/a b: error: .swift", Int.max),
  ])
  func `a place that makes no sense becomes one that can be written`(file: String, line: Int, path: String, number: Int)
  {
    bench.run { withCallPlace(file: file, line: line) { fail() } }
    let callSite = bench.failures[0].callSite
    #expect(callSite.path == path)
    #expect(callSite.line == number)
    #expect(callSite.sourceLocation.line >= 1)
    #expect(callSite.sourceLocation.column == 1)
    #expect(!callSite.pathInRepository.contains("\n"))
  }

  @Test func `a line that no integer holds is the largest`() {
    bench.run { withCallPlace(file: "a.swift", line: UInt.max) { fail() } }
    #expect(bench.failures[0].callSite.line == Int.max)
  }
}

extension Thread {
  /// Starts the thread, and waits until it ends.
  fileprivate func runToTheEnd() {
    start()
    while !isFinished { usleep(1_000) }
  }
}
