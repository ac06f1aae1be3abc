#if os(Linux)
  import Foundation
  import Testing

  @testable import RetryReport
  @testable import retry_report

  /// One baseline, and several processes that add to it.
  @Suite struct FileLockTests {
    @Test(arguments: [
      "baseline $run.jsonl --add-to base.json --output base.json", "ci $run.jsonl --baseline base.json",
    ])
    func `each of many processes adds its run to one baseline, which one of them begins`(command: String) async throws {
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
        #expect(!FileManager.default.fileExists(atPath: folder.appendingPathComponent("base.json.lock").path))
      }
    }

    @Test func `a lock that another process keeps is an error that names it`() async throws {
      try await withTemporaryFolder { folder in
        let path = folder.appendingPathComponent("base.json").path
        try FileLock.hold(path) {
          let error = try #require(throws: CommandFailure.self) {
            try FileLock.hold(path, within: .zero) { Issue.record("both hold the lock") }
          }
          #expect(error.message == "\(path) is in use: another process has held \(path).lock for 0 s")
        }
        try FileLock.hold(path, within: .zero) {}
      }
    }

    /// A process that waits may open the lock just before the one before it takes the lock away.
    @Test func `a lock that was taken away, and made anew by another process, is not held`() async throws {
      try await withTemporaryFolder { folder in
        let path = folder.appendingPathComponent("base.json.lock").path
        let file = open(path, O_RDWR | O_CREAT, 0o666)
        defer { close(file) }
        #expect(FileLock.isStill(file, path))
        unlink(path)
        #expect(!FileLock.isStill(file, path))
        try Data().write(to: URL(fileURLWithPath: path))
        #expect(!FileLock.isStill(file, path))
      }
    }

    @Test func `a lock that a process left when it died is free`() async throws {
      try await withTemporaryFolder { folder in
        let path = folder.appendingPathComponent("base.json").path
        try Data().write(to: URL(fileURLWithPath: path + ".lock"))
        try FileLock.hold(path, within: .zero) {}
      }
    }
  }
#endif
