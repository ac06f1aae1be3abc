#if os(Linux)
  import Foundation
  import Testing

  @testable import RetryReport

  /// One baseline, and several processes that add to it.
  @Suite struct FileLockTests {
    @Test(arguments: [
      "baseline $run.jsonl --add-to base.json --output base.json", "ci $run.jsonl --baseline base.json",
    ])
    func `each of many processes adds its run to one baseline, which one of them starts`(command: String) async throws {
      try await withTemporaryFolder { folder in
        for run in 1...12 {
          let text = RecordFile.text(run: "\(run)", passes: 95, failing: ["lost": 5])
          try Data(text.utf8).write(to: folder.appendingPathComponent("\(run).jsonl"))
        }
        let script = """
          cd "$1"; export GITLAB_CI=true CI_COMMIT_BRANCH=main CI_DEFAULT_BRANCH=main
          for run in {1..12}; do "$0" \(command) >/dev/null & done; wait
          """
        let run = try await ChildProcess.shell(script, [folder.path])
        #expect(run.errors == "")
        let baseline = try Baseline(json: Data(contentsOf: folder.appendingPathComponent("base.json")))
        #expect(Set(baseline.runs) == Set((1...12).map(String.init)))
      }
    }
  }
#endif
