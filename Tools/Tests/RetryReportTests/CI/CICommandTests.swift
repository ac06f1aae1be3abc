#if os(Linux)
  import Foundation
  import Testing

  @testable import RetryReport
  @testable import RunComparison

  /// `retry-report ci` in jobs of each CI.
  @Suite struct CICommandTests {
    private let job: Job

    init() throws { job = try Job() }

    private static let newCause = "error: 1 new cause: Sign In: error: bug."
    private static let exhausted = "error: 2 steps did not succeed: Sign In."

    @Test func `a run of the default branch is added to the baseline`() async throws {
      try job.write("retries/1.jsonl", RecordFile.text(run: "1", passes: 95, failing: ["lost": 5]))
      let run = try await job.run(["--fail-on-new-cause", "--allow-no-baseline"], on: "main")
      #expect(run.exitCode == 0)
      #expect(run.output.contains("Sign In"))
      #expect(run.errors == "")
      let first = "::warning title=Retried steps::There is no baseline: this run starts one. The gates"
      #expect(run.output.contains("\n\(first)"))
      #expect(run.output.hasPrefix("Note: There is no baseline: this run starts one."))
      #expect(try job.text("summary").contains("| Sign In |"))
      #expect(try job.text("summary").contains("- **Note:** There is no baseline: this run starts one."))
      #expect(try job.text("retried-steps.html").contains("github.com/shop/app/blob/0de32d9/Tests/Steps.swift#L24"))
      #expect(try job.text("outputs") == "page=true\nlearned=true\n")
      #expect(try job.text(".retry-baseline.json").contains("\"error: lost\""))
    }

    @Test func `a branch is compared but does not change the baseline`() async throws {
      try await job.learn()
      let before = try job.text(".retry-baseline.json")
      try job.write("retries/x.jsonl", RecordFile.text(run: "x", passes: 40, failing: ["bug": 40], exhausted: 2))
      let gates = ["--fail-on-new-cause", "--fail-on-exhausted"]
      let run = try await job.run(gates + ["--junit", "results.xml"], on: "topic")
      #expect(run.exitCode == 1)
      #expect(run.errors.contains(Self.newCause))
      #expect(run.errors.contains(Self.exhausted))
      let commands = run.output.split(separator: "\n").filter { $0.hasPrefix("::") }.map { $0.prefix(50) }
      #expect(run.output.hasPrefix("Failed: 1 new cause: Sign In: error: bug. \(Comparison.again)\nFailed: 2 "))
      #expect(
        commands == [
          "::error title=Retried steps::1 new cause: Sign In:",
          "::error title=Retried steps::2 steps did not succe",
          "::warning file=Tests/Steps.swift,line=24,title=Ret", "::warning title=More failures%3A Sign In::the firs",
          "::warning file=Tests/Steps.swift,line=24,title=New",
        ]
      )
      #expect(try job.text("summary").contains("- **Failed:** 1 new cause: Sign In"))
      #expect(try job.text("summary").contains("### Compared with the baseline"))
      #expect(try job.text("retried-steps.html").contains("New cause: Sign In"))
      #expect(try job.text("results-swift-testing.xml").contains("flakyFailure"))
      #expect(try job.text("outputs") == "page=true\n")
      #expect(try job.text(".retry-baseline.json") == before)
      #expect(try await job.run([], on: "topic").exitCode == 0)
    }

    @Test func `a run without findings prints one line`() async throws {
      try await job.learn()
      try job.write("retries/x.jsonl", RecordFile.text(run: "x", passes: 95, failing: ["lost": 5]))
      let run = try await job.run(["--fail-on-new-cause", "--fail-on-regression"], on: "topic")
      #expect(run.exitCode == 0)
      #expect(run.errors == "")
      #expect(
        run.output == "Tests: unknown (no result files: see --junit). Retries cost 0 ms of 20.0 s. 100 steps in 1 run: "
          + "0 failed, 5 recovered (5.0 %). Compared with 10 earlier runs: nothing new.\n"
      )
      try job.write("retries/x.jsonl", RecordFile.text(run: "x", passes: 94, failing: ["lost": 5, "odd": 1]))
      let odd = try await job.run(["--fail-on-new-cause"], on: "topic")
      #expect(odd.exitCode == 0)
      #expect(odd.output.contains("\nPossibly a new cause: Sign In: odd\n    1 step in ShopTests.SearchTests/"))
      #expect(odd.output.contains("occurs this often: p = 0.091; an alarm needs 3 steps.\n"))
      // With other lengths, p decides.
      try job.write("retries/x.jsonl", RecordFile.text(run: "x", passes: 150, failing: ["lost": 8, "odd": 60]))
      let levels = [("1", 1), ("0.0000000000000000000000000000000000000000000000000001", 0)] as [(String, Int32)]
      for (level, code) in levels {
        let run = try await job.run(["--fail-on-new-cause", "--level", level], on: "topic")
        #expect(run.exitCode == code, "\(run.output)")
      }
      try job.write("retries/x.jsonl", RecordFile.text(run: "x", passes: 95, failing: ["lost": 5]))
      try job.write("retries/y.jsonl", RecordFile.text(run: "y", passes: 5))
      let two = try await job.run([], on: "topic")
      let note = "Note: The records are of 2 runs, which are compared together: x, y. Delete the records "
      #expect(two.output.hasPrefix(note) && two.exitCode == 0)
      // The attempts of one run belong together.
      for (runs, isNoted) in [(["9-1", "9-2"], false), (["8-1", "9-2"], true)] {
        for (file, run) in zip(["x", "y"], runs) {
          try job.write("retries/\(file).jsonl", RecordFile.text(run: run, passes: 95, failing: ["lost": 5]))
        }
        let again = try await job.run([], on: "topic", ["GITHUB_RUN_ID": "9", "GITHUB_RUN_ATTEMPT": "2"])
        #expect(again.output.contains("which are compared together") == isNoted && again.exitCode == 0)
      }
    }

    @Test func `the first lines name missing steps and short runs`() async throws {
      for run in 0..<3 {
        let search = RecordFile.text(run: "\(run)", passes: 1).replacing("Sign In", with: "Search")
        try job.write("retries/\(run).jsonl", RecordFile.text(run: "\(run)", process: "s", passes: 119))
        try job.write("retries/\(run)s.jsonl", search)
      }
      _ = try await job.run([], on: "main")
      try job.remove("retries")
      try job.write("retries/x.jsonl", RecordFile.text(run: "x", passes: 9))
      let run = try await job.run(["--fail-on-new-cause"], on: "topic")
      let notes = [
        "Note: This run has 9 steps; the median of the earlier runs is 120.",
        "Note: In each of 3 earlier runs, but not in this one: Search.",
      ]
      #expect(run.output.split(separator: "\n").prefix(2).elementsEqual(notes) { $0 == $1 })
    }

    @Test func `a new flaky step fails only a pull request`() async throws {
      func pay(_ run: String) -> String {
        RecordFile.text(run: run, passes: 2, failing: ["busy": 1]).replacing("Sign In", with: "Pay")
      }
      try await job.learn()
      try job.write("retries/x.jsonl", pay("x"))
      let line = "New flaky step: Pay: 1 of 3 first attempts failed (busy). A renamed step counts as new. Fix it, or "
      let run = try await job.run(["--fail-on-new-flaky-step"], on: "topic")
      #expect(run.exitCode == 1)
      #expect(run.errors.hasPrefix("error: \(line)"))
      #expect(run.output.hasPrefix("Failed: \(line)"))
      #expect(run.output.contains("\n::error title=Retried steps::\(line)"))
      #expect(run.output.contains("\n::warning file=Tests/Steps.swift,line=24,title=New flaky step%3A Pay::1 of 3"))
      #expect(try job.text("summary").contains("- **Failed:** New flaky step: Pay: 1 of 3"))
      #expect(try job.text("retried-steps.html").contains("<h3>New flaky step: Pay</h3>"))
      #expect(try await job.run([], on: "topic").exitCode == 0)
      let compared = try await ChildProcess.report([
        "compare", job.path(".retry-baseline.json"), job.path("retries"), "--fail-on-new-flaky-step",
      ])
      #expect(compared.exitCode == 1)
      #expect(compared.errors == run.errors)
      #expect(try await job.run(["--fail-on-new-flaky-step"], on: "main").exitCode == 0)
      try job.write("retries/x.jsonl", pay("y"))
      #expect(try await job.run(["--fail-on-new-flaky-step"], on: "topic").exitCode == 0)
    }

    @Test(
      arguments: [
        ("Sign In", "No rate was compared: the baseline does not contain these actions and tests on such machines.", 2),
        ("x86_64", "The baseline has no run on linux, Another: nothing was compared.", 0),
      ] as [(String, String, Int32)]
    )
    func `a gate without a comparison passes only if that is allowed`(
      text: String,
      sentence: String,
      codeIfAllowed: Int32
    ) async throws {
      try await job.learn()
      let records = RecordFile.text(run: "x", passes: 50, failing: ["lost": 50]).replacing(text, with: "Another")
      try job.write("retries/x.jsonl", records)
      for gate in ["--fail-on-new-cause", "--fail-on-regression"] {
        let run = try await job.run([gate], on: "topic")
        #expect(run.exitCode == 2)
        #expect(run.errors.contains("error: \(sentence)"))
        let allowed = try await job.run([gate, "--allow-new-machine"], on: "topic")
        #expect(allowed.exitCode == codeIfAllowed)
        #expect(
          allowed.output.contains(codeIfAllowed == 0 ? "Note: \(sentence) The gates pass." : "Problem: \(sentence)")
        )
      }
      let calm = try await job.run([], on: "topic")
      #expect(calm.exitCode == 0)
      #expect(calm.output.contains(sentence) == (codeIfAllowed == 0))
      // A step is new if its machine is new.
      try job.write("retries/x.jsonl", records.replacing("Sign In", with: "Pay"))
      let new = try await job.run(["--fail-on-new-flaky-step", "--allow-new-machine"], on: "topic")
      #expect(new.exitCode == (codeIfAllowed == 0 ? 0 : 1))
    }

    @Test func `a gate does not pass for a new machine next to a known one`() async throws {
      try await job.learn()
      try job.write("retries/x.jsonl", RecordFile.text(run: "x", passes: 50))
      let onAnother = RecordFile.text(run: "x", process: "y", passes: 5).replacing("x86_64", with: "Another")
      try job.write("retries/y.jsonl", onAnother)
      for gate in ["--fail-on-new-cause", "--fail-on-regression", "--fail-on-new-flaky-step"] {
        let run = try await job.run([gate], on: "topic")
        #expect(run.exitCode == 2)
        #expect(run.errors.contains("The baseline has no run on linux, Another: the steps there were not compared."))
        #expect(try await job.run([gate, "--allow-new-machine"], on: "topic").exitCode == 0)
      }
      #expect(try await job.run([], on: "topic").exitCode == 0)
    }

    /// The steps that a baseline has.
    private func steps(in job: Job) throws -> Int {
      let baseline = try Baseline(json: Data(try job.text(".retry-baseline.json").utf8))
      return baseline.rate()?.total ?? 0
    }

    /// A job that runs again keeps the id of its run on GitLab, and has an id with the number of the attempt on GitHub.
    @Test(arguments: [(CIEnvironment.Service.gitLab, ["81", "81"]), (.gitHub, ["4711-1", "4711-2"])])
    func `a repeated job reports the same new cause again`(
      service: CIEnvironment.Service,
      runs: [String]
    ) async throws {
      try await job.learn()
      for (attempt, run) in zip(1..., runs) {
        let text = RecordFile.text(run: run, process: "process \(attempt)", passes: 60, failing: ["bug": 40])
        try job.write("retries/x.jsonl", text)
        let variables = [
          "GITHUB_REF": "refs/heads/main", "GITHUB_RUN_ID": "4711", "GITHUB_RUN_ATTEMPT": "\(attempt)",
          "CI_COMMIT_BRANCH": "main",
        ]
        let last = try await job.run(["--fail-on-new-cause"], service, variables)
        #expect(last.exitCode == 1)
        #expect(try steps(in: job) == 1_000 + 100 * attempt)
      }
    }

    @Test func `a run older than the whole baseline is not added`() async throws {
      for run in 1...Baseline.usualRuns {
        let text = RecordFile.text(run: "\(run)", passes: 9, startMs: 1_700_000_000_000 + Int64(run))
        try job.write("retries/\(run).jsonl", text)
      }
      #expect(try await job.run([], on: "main").errors == "")
      try job.remove("retries")
      try job.write("retries/late.jsonl", RecordFile.text(run: "late", passes: 9, startMs: 1_600_000_000_000))
      let late = try await job.run([], on: "main")
      #expect(late.exitCode == 0)
      #expect(late.errors.hasPrefix("note: 1 run is not added, because the 50 runs of the baseline are newer: late. "))
      #expect(try steps(in: job) == 450)
    }

    @Test func `an alarm of the default branch stays open until accepted`() async throws {
      try await job.learn()
      func run(_ attempt: Int, _ failing: [String: Int], on branch: String = "main") async throws -> ChildProcess {
        try job.write("retries/x.jsonl", RecordFile.text(run: "9-\(attempt)", passes: 90, failing: failing))
        let variables = ["GITHUB_RUN_ID": "9", "GITHUB_RUN_ATTEMPT": "\(attempt)"]
        return try await job.run(["--fail-on-new-cause"], on: branch, variables)
      }
      #expect(try await run(1, ["bug": 10]).errors == "\(Self.newCause)\n")
      let again = try await run(2, [:])
      #expect(again.exitCode == 1)
      #expect(try Baseline(json: Data(job.text(".retry-baseline.json").utf8)).runs.count == 11)
      #expect(again.errors.hasPrefix("error: New cause, not fixed since commit 0de32d9 of 20"))
      // Another branch did not cause it.
      #expect(try await run(3, ["bug": 10], on: "topic").exitCode == 0)
      let finding = try #require(again.output.firstMatch(of: /retry-report accept ([0-9a-f]+)/)?.1)
      #expect(try await job.accept([]).output == "\(finding)  New cause: Sign In: error: bug\n")
      #expect(try await job.accept(["\(finding)", "--reason", " "]).exitCode == 2)
      #expect(try await job.accept(["nothing", "--reason", "x"]).errors.contains("no open finding \"nothing\""))
      #expect(try await job.accept(["\(finding)", "--reason", "a new server", "--by", "Ann"]).exitCode == 0)
      #expect(try job.text(".retry-baseline.json").contains("\"reason\" : \"a new server\""))
      #expect(try await run(4, ["bug": 10]).exitCode == 0)
    }

    @Test(arguments: [([], 2), (["--fail-on-exhausted"], 1)] as [([String], Int32)])
    func `a part that fails does not stop the others`(gates: [String], code: Int32) async throws {
      try job.write("retries/1.jsonl", RecordFile.text(run: "1", passes: 8, failing: ["lost": 1], exhausted: 2))
      try job.write("results.xml", "no result file")
      let run = try await job.run(
        gates + ["--page", "/proc/page.html", "--junit", "results.xml"],
        on: "main",
        ["GITHUB_STEP_SUMMARY": "/dev/full"]
      )
      #expect(run.exitCode == code)
      #expect(run.errors.contains("error: /dev/full (GITHUB_STEP_SUMMARY) cannot be written: "))
      #expect(run.errors.contains("error: /proc/page.html cannot be written: "))
      #expect(run.errors.contains("error: results.xml is not an XML file"))
      #expect(run.output.contains("1 result file not read"))
      #expect(try job.text("results-swift-testing.xml").contains("flakyFailure"))
      #expect(try job.text("results.xml") == "no result file")
      #expect(try job.text("outputs") == "learned=true\n")
    }

    @Test(arguments: [
      ("build", ["TEST-a.xml", "b/.c/TEST-c.xml", "b/TEST-b.xml"]), ("build/b", ["b/.c/TEST-c.xml", "b/TEST-b.xml"]),
      ("build/**/TEST-*.xml", ["TEST-a.xml", "b/TEST-b.xml"]), ("build/*.xml", ["TEST-a.xml"]),
      ("build/[ab]/TEST-?.xml", ["b/TEST-b.xml"]),
      ("*ld/b/", ["b/.c/TEST-c.xml", "b/TEST-b.xml"]), ("build/[x].xml", ["[x].xml"]),
    ])
    func `result files are found by folder and pattern`(path: String, marked: [String]) async throws {
      try job.write("retries/1.jsonl", RecordFile.text(run: "1", passes: 0, failing: ["lost": 1]))
      let results = try job.text("results-swift-testing.xml")
      let names =
        ["TEST-a.xml", "b/TEST-b.xml", "b/.c/TEST-c.xml"] + (path.contains("[x]") ? ["[x].xml", "x.xml"] : [])
      for name in names { try job.write("build/\(name)", results) }
      try job.write("build/b/coverage.xml", "<coverage/>")
      let run = try await job.run(["--no-baseline", "--junit", path, "--page", "new/folder/page.html"], on: "topic")
      #expect(run.exitCode == 0)
      #expect(try names.filter { try job.text("build/\($0)").contains("flakyFailure") }.sorted() == marked)
      #expect(job.exists("new/folder/page.html"))
      let other = try await job.run(["--no-baseline", "--junit", "build/b/cov*"], on: "topic")
      #expect(other.errors.contains("error: build/b/cov*: contains no JUnit XML file\n"))
    }

    @Test(arguments: CIEnvironment.Service.allCases)
    func `without records only a run with a gate fails`(service: CIEnvironment.Service) async throws {
      try job.write("empty/notes.txt", "")
      for folder in ["nowhere", "empty"] {
        for (options, code) in [([], 0), (["--fail-on-exhausted"], 2), (["--fail-on-new-cause"], 2)] {
          let run = try await job.run([folder] + options, service)
          #expect(run.exitCode == Int32(code))
          let reason = folder == "empty" ? "contains no .jsonl file, but notes.txt" : "no such file or folder"
          let sentence = "/\(folder): nothing was built, or no step has run. \(folder): \(reason)."
          #expect(run.output.hasPrefix("There are no records in /") && run.output.contains("\(sentence)\n"))
        }
        let allowed = [folder, "--fail-on-exhausted", "--allow-no-records"]
        #expect(try await job.run(allowed, service).exitCode == 0)
        #expect(try await job.run(allowed + ["--junit", "nowhere.xml"], service).exitCode == 2)
      }
      try await job.learn()
      let wait = RecordFile.text(run: "x", passes: 1).replacing("\"kind\":\"step\"", with: "\"kind\":\"wait\"")
      try job.write("waits/1.jsonl", wait)
      let skip = wait.replacing("\"outcome\":\"passed\"", with: "\"outcome\":\"aborted\"")
        .replacing("\"stopped_by\":\"\"", with: "\"stopped_by\":\"skip\"")
      try job.write("skips/1.jsonl", skip.replacing("\"kind\":\"wait\"", with: "\"kind\":\"step\""))
      for (options, code) in [([], 2), (["--allow-no-records"], 0)] as [([String], Int32)] {
        for (folder, gates) in [
          ("waits", ["--fail-on-new-cause"]), ("waits", ["--fail-on-exhausted"]),
          ("skips", ["--fail-on-new-flaky-step"]),
          ("skips", ["--fail-on-new-cause", "--fail-on-exhausted"]),
        ] {
          let run = try await job.run([folder] + gates + options, on: "topic")
          #expect(run.exitCode == code)
          let sentences = run.errors.ranges(of: "error: The gates have no step to check: none passed or failed.")
          #expect(sentences.count == (code == 2 ? 1 : 0))
        }
      }
      try job.remove(".retry-baseline.json")
      try job.remove("retried-steps.html")
      let log = try await job.run(["nowhere"], on: "main").output
      #expect(log.contains("\n::warning title=Retried steps::There are no"))
      let failed = try await job.run(["nowhere", "--fail-on-exhausted"], on: "main").output
      #expect(failed.contains("\n::error title=Retried steps::There are no"))
      #expect(!job.exists("retried-steps.html"))
      #expect(!job.exists(".retry-baseline.json"))
    }

    @Test func `unreadable records do not count as a run without records`() async throws {
      try job.write("retries/1.jsonl", "{\"v\":1,")
      let run = try await job.run([], on: "main")
      #expect(run.exitCode == 2)
      #expect(run.errors.contains("1.jsonl: skipped 1 torn line"))
      #expect(run.errors.contains("error: There are no records in retries."))
      #expect(!job.exists(".retry-baseline.json"))
    }

    @Test func `paths may begin with a dash or come from AUTO_RETRY_REPORT`() async throws {
      try job.write("-x/1.jsonl", RecordFile.text(run: "1", passes: 8))
      let named = try await job.run(["--page=-page.html", "--baseline=-base.json", "--", "-x"], on: "main")
      #expect(named.exitCode == 0)
      #expect(job.exists("-page.html") && job.exists("-base.json"))
      let found = try await job.run([], on: "main", ["AUTO_RETRY_REPORT": "-x"])
      #expect(found.output.contains("8 steps in 1 run"))
    }

    /// The new cause is in the older run, in the newer one, or in both; the last one is rare.
    @Test(arguments: [([6, 0], true), ([0, 6], true), ([6, 1], true), ([6, 6], true), ([1, 0], false)])
    func `a new cause of one run of several is found on the default branch`(bugs: [Int], isFound: Bool) async throws {
      for run in 0..<12 {
        let text = RecordFile.text(
          run: "\(run)",
          passes: 95,
          failing: ["lost": 5],
          startMs: 1_796_378_400_000 + Int64(run)
        )
        try job.write("retries/\(run).jsonl", text)
      }
      _ = try await job.run([], on: "main")
      func run(_ runs: [(name: String, bugs: Int)], day: Int64) async throws -> ChildProcess {
        try job.remove("retries")
        for (number, run) in runs.enumerated() {
          let startMs = 1_796_378_400_000 + (day + Int64(number)) * 86_400_000
          let failing = ["lost": 1, "bug": run.bugs].filter { $0.value > 0 }
          let text = RecordFile.text(run: run.name, passes: 14, failing: failing, startMs: startMs)
          try job.write("retries/\(run.name).jsonl", text)
        }
        return try await job.run(["--fail-on-new-cause"], on: "main")
      }
      let both = try await run([("A", bugs[0]), ("B", bugs[1])], day: 1)
      #expect(both.exitCode == (isFound ? 1 : 0))
      #expect(both.errors.contains(Self.newCause) == isFound)
      let baseline = try Baseline(json: Data(job.text(".retry-baseline.json").utf8))
      #expect(baseline.openFindings.contains { $0.hasSuffix("New cause: Sign In: error: bug") } == isFound)
      // The runs of the alarm, and those after it, do not make it usual.
      let next = try await run([("C", 6)], day: 3)
      #expect(next.exitCode == (isFound ? 1 : 0) && next.errors.contains("not fixed since") == isFound)
    }

    @Test(arguments: [["--branch", "", "--default-branch", ""], ["--branch", "", "--default-branch", "main"]])
    func `an empty branch is not the default branch`(options: [String]) async throws {
      try job.write("retries/1.jsonl", RecordFile.text(run: "1", passes: 8))
      let run = try await job.run(options, [:])
      #expect(run.exitCode == 0 && run.output.hasPrefix("Note: There is no baseline. --branch is empty, so"))
      #expect(!job.exists(".retry-baseline.json"))
      // The service names it.
      _ = try await job.run(options, on: "main")
      #expect(job.exists(".retry-baseline.json"))
    }

    @Test func `a place of the service that is a folder is named`() async throws {
      try job.write("retries/1.jsonl", RecordFile.text(run: "1", passes: 8))
      let run = try await job.run(["--no-baseline"], on: "main", ["GITHUB_STEP_SUMMARY": job.folder.path])
      #expect(
        run.errors == "error: \(job.folder.path) (GITHUB_STEP_SUMMARY) cannot be written: Is a directory\n"
          && run.exitCode == 2
      )
    }

    @Test func `an unreadable baseline fails a gate that needs it`() async throws {
      try job.write("retries/1.jsonl", RecordFile.text(run: "1", passes: 8))
      try job.write(".retry-baseline.json", "{")
      let asked = try await job.run(["--fail-on-regression"], on: "topic")
      #expect(asked.exitCode == 2)
      #expect(asked.errors.contains("error: .retry-baseline.json is cut off or damaged: restore an earlier copy"))
      #expect(asked.output.hasPrefix("Problem: .retry-baseline.json is cut off or damaged: restore"))
      #expect(job.exists("retried-steps.html"))
      let unasked = try await job.run([], on: "topic")
      #expect(unasked.exitCode == 0)
      #expect(unasked.output.contains("is cut off or damaged: restore an earlier copy. Nothing was compared."))
      #expect(try job.text(".retry-baseline.json") == "{")
      for text in ["{", "{2"] {
        try job.write(".retry-baseline.json", text)
        let begun = try await job.run(["--fail-on-regression"], on: "main")
        #expect(begun.exitCode == 2)
        #expect(begun.errors.contains("A new baseline was started, and the old file is now"))
        #expect(try job.text(".retry-baseline.json.unreadable") == text)
        #expect(try job.text(".retry-baseline.json").contains("\"Sign In\""))
      }
      let newer = #"{"version":6}"#
      try job.write(".retry-baseline.json", newer)
      #expect(try await job.run([], on: "main").exitCode == 2)
      #expect(try job.text(".retry-baseline.json") == newer)
    }

    /// With another action that can be compared, and without one.
    @Test(arguments: [(true, "error: New cause, not fixed since"), (false, "error: Open until it is accepted: ")])
    func `a new baseline has the open alarms of the one that it replaces`(hasOther: Bool, error: String) async throws {
      try await job.learn()
      func run(_ number: Int, _ failing: [String: Int]) async throws -> ChildProcess {
        try job.write("retries/x.jsonl", RecordFile.text(run: "new \(number)", passes: 90, failing: failing))
        let other = RecordFile.text(run: "new \(number)", process: "other", passes: 9)
        if hasOther { try job.write("retries/y.jsonl", other.replacing("Sign In", with: "Search")) }
        return try await job.run(["--fail-on-new-cause"], on: "main")
      }
      #expect(try await run(1, ["bug": 10]).exitCode == 1)
      let broken = try job.text(".retry-baseline.json").replacing("\"Sign In\" : \"", with: "\"Sign In\" : \"1 ")
        .replacing(/"parts" : \[/, with: "\"parts\" : [7,")
      try job.write(".retry-baseline.json", broken)
      let begun = try await run(2, [:])
      #expect(begun.exitCode == 2)
      #expect(begun.errors.contains("A new baseline was started with its open findings, and the old file is now"))
      // Nothing shows what is usual, so a person has to decide.
      for number in 3...15 {
        #expect(try await run(number, [:]).errors.hasPrefix(error))
      }
      let finding = try #require(try await job.accept([]).output.split(separator: " ").first)
      #expect(try await job.accept(["\(finding)", "--reason", "it is fixed"]).exitCode == 0)
      #expect(try await run(16, [:]).exitCode == 0)
    }

    private static let unknown =
      ". The CI system is unknown, so no run is added to the baseline: use --branch and --default-branch."

    /// Variables of CI systems, and the exit code if a missing baseline is allowed.
    @Test(
      arguments: [
        (
          ["GITHUB_ACTIONS": "true", "GITHUB_EVENT_NAME": "pull_request"],
          ": only runs of main write one, so nothing was compared.", 0
        ),
        (["TRAVIS": "true", "CI": "true", "TRAVIS_BRANCH": "main"], unknown, 2), ([:], unknown, 2),
        (["DRONE": "true", "CI": "true", "DRONE_BRANCH": "main"], unknown, 2), (["CI": "true"], unknown, 2),
        (["TEAMCITY_VERSION": "2026.1"], unknown, 2), (["APPVEYOR": "True", "CI": "True"], unknown, 2),
        (
          ["BITRISE_IO": "true", "BITRISE_GIT_BRANCH": "main"],
          ". The default branch is unknown, so no run is added to the baseline: use --default-branch.", 2
        ),
      ] as [([String: String], String, Int32)]
    )
    func `without a baseline, a gate that needs one does not pass`(
      variables: [String: String],
      reason: String,
      codeIfAllowed: Int32
    ) async throws {
      try job.write("retries/1.jsonl", RecordFile.text(run: "1", passes: 8))
      try job.write("event.json", "{\"repository\": {\"default_branch\": \"main\"}}")
      let variables = variables.merging(["GITHUB_EVENT_PATH": job.path("event.json")]) { $1 }
      for gate in ["--fail-on-new-cause", "--fail-on-regression", "--fail-on-new-flaky-step"] {
        let run = try await job.run([gate], variables)
        #expect(run.exitCode == 2)
        #expect(run.errors.hasPrefix("error: There is no baseline\(reason) The gates could not"))
        #expect(run.errors.split(separator: "\n").count == 1)
        #expect(!job.exists(".retry-baseline.json"))
      }
      #expect(try await job.run(["--fail-on-new-cause", "--allow-no-baseline"], variables).exitCode == codeIfAllowed)
      let calm = try await job.run([], variables)
      #expect(calm.exitCode == 0 && calm.output.contains("Note: There is no baseline"))
      if variables["GITHUB_EVENT_NAME"] == "pull_request" { return }
      // The names that the sentence asks for.
      let named = ["--branch", "main", "--default-branch", "main"]
      #expect(try await job.run(named, variables).exitCode == 0)
      #expect(job.exists(".retry-baseline.json"))
    }

    @Test func `runs with the same id are refused`() async throws {
      func night(_ number: Int64, _ id: String) throws {
        let start = 1_796_378_400_000 + number * 86_400_000
        try job.write("retries/x.jsonl", RecordFile.text(run: id, process: "\(number)", passes: 9, startMs: start))
      }
      let variables = ["AUTO_RETRY_RUN_ID": "nightly"]
      try night(1, "nightly")
      #expect(try await job.run([], on: "main", variables).exitCode == 0)
      #expect(try await job.run([], on: "main", variables).exitCode == 0)
      let before = try job.text(".retry-baseline.json")
      let sentence =
        "error: The baseline has another run with the id \"nightly\": give each run its own AUTO_RETRY_RUN_ID.\n"
      try night(2, "nightly")
      let baseline = job.path(".retry-baseline.json")
      let runs = [
        try await job.run([], on: "main", variables),
        try await job.run(["--fail-on-new-cause"], on: "topic", variables),
        try await .report(["compare", baseline, job.path("retries")]),
      ]
      #expect(runs.map(\.exitCode) == [2, 2, 2])
      #expect(runs.map(\.errors) == Array(repeating: sentence, count: 3))
      #expect(try job.text(".retry-baseline.json") == before)
      // The variable may be set for the tests only.
      #expect(try await job.run([], on: "main").exitCode == 2)
      // The CI system keeps the id of a run whose jobs run again, but not for another commit.
      let ofService = ["GITHUB_RUN_ID": "nightly"]
      #expect(try await job.run([], on: "main", ofService).exitCode == 0)
      try night(3, "nightly")
      try job.write("retries/x.jsonl", job.text("retries/x.jsonl").replacing("0de32d9", with: "1111111"))
      #expect(try await job.run([], on: "main", ofService).exitCode == 2)
    }

    @Test func `without a baseline there is a page, and no gate that needs one`() async throws {
      try job.write("retries/1.jsonl", RecordFile.text(run: "1", passes: 8))
      let none = try await job.run(["--no-baseline"], on: "main")
      #expect(none.exitCode == 0)
      #expect(!none.output.contains("baseline"))
      #expect(!job.exists(".retry-baseline.json"))
      for (options, error) in [
        (["--no-baseline", "--fail-on-new-cause"], "need a baseline. Remove --no-baseline"),
        ([""], "The value '' is invalid for '<records>'"),
      ] {
        let run = try await job.run(options, on: "topic")
        #expect(run.exitCode == 2)
        #expect(run.errors.contains(error))
      }
    }
  }
#endif
