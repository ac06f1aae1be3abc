#if os(Linux)
  import Foundation
  import Testing

  @testable import RetryReport
  @testable import RunComparison

  /// One baseline, and several processes that add to it.
  @Suite struct FileLockTests {
    @Test func `many processes can add their runs to one baseline`() async throws {
      let job = try Job()
      for run in 1...12 {
        try job.write("\(run).jsonl", RecordFile.text(run: "\(run)", passes: 95, failing: ["lost": 5]))
      }
      let script = """
        cd "$1"; export GITLAB_CI=true CI_COMMIT_BRANCH=main CI_DEFAULT_BRANCH=main
        for run in {1..12}; do "$0" ci $run.jsonl --baseline base.json >/dev/null & done; wait
        """
      #expect(try await ChildProcess.shell(script, [job.folder.path]).errors == "")
      let baseline = try Baseline(json: Data(job.text("base.json").utf8))
      #expect(Set(baseline.runs) == Set((1...12).map(String.init)))
    }
  }
#endif
