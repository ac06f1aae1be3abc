#if os(Linux)
  import Foundation
  import Testing

  @testable import RetryReport

  /// A job in a folder of its own, whose tests wrote the second result file of SwiftPM.
  final class Job: Sendable {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("retry-report-\(UUID().uuidString)")

    init() throws {
      let test = "<testcase classname=\"ShopTests.SearchTests\" name=\"testSearch\"/>"
      try write("results-swift-testing.xml", "<testsuite name=\"All\" tests=\"1\">\(test)</testsuite>")
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Runs the command on a branch with GitHub Actions.
    func run(_ options: [String], on branch: String, _ more: [String: String] = [:]) async throws -> ChildProcess {
      for file in ["summary", "outputs"] { try write(file, "") }
      if !exists("event.json") { try write("event.json", "{\"repository\": {\"default_branch\": \"main\"}}") }
      let variables = [
        "GITHUB_ACTIONS": "true", "GITHUB_EVENT_NAME": "push", "GITHUB_REF": "refs/heads/\(branch)",
        "GITHUB_SERVER_URL": "https://github.com", "GITHUB_REPOSITORY": "shop/app",
        "GITHUB_EVENT_PATH": path("event.json"),
        "GITHUB_STEP_SUMMARY": path("summary"), "GITHUB_OUTPUT": path("outputs"),
      ]
      return try await run(options, variables.merging(more) { $1 })
    }

    func run(_ options: [String], _ service: CIEnvironment.Service, _ more: [String: String] = [:]) async throws
      -> ChildProcess
    {
      if service == .gitHub { return try await run(options, on: "topic", more) }
      return try await run(options, (CIEnvironmentTests.main[service] ?? [:]).merging(more) { $1 })
    }

    func accept(_ options: [String]) async throws -> ChildProcess { try await run(options, [:], command: "accept") }

    func run(_ options: [String], _ variables: [String: String], command: String = "ci") async throws
      -> ChildProcess
    {
      let variables = variables.merging(["PATH": "\(path("bin")):/bin"]) { $1 }
      let program = ChildProcess.program("retry-report")
      return try await ChildProcess(program, [command] + options, environment: variables, in: folder)
    }

    /// Adds ten runs to the baseline, each with five recovered steps.
    func learn() async throws {
      for run in 0..<10 {
        try write("retries/\(run).jsonl", RecordFile.text(run: "\(run)", passes: 95, failing: ["lost": 5]))
      }
      #expect(try await run([], on: "main").exitCode == 0)
      try remove("retries")
    }

    func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

    func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }

    func text(_ name: String) throws -> String { try String(contentsOfFile: path(name), encoding: .utf8) }

    func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: path(name)) }

    func write(_ name: String, _ text: String, mode: Int = 0o644) throws {
      let parent = URL(fileURLWithPath: path(name)).deletingLastPathComponent()
      try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
      try Data(text.utf8).write(to: URL(fileURLWithPath: path(name)))
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path(name))
    }
  }
#endif
