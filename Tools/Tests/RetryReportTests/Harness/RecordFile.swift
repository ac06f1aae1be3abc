import Foundation

@testable import RetryReport

/// Records as the library writes them, of steps called `Sign In`.
enum RecordFile {
  /// - Parameters:
  ///   - process: The process that wrote them; by default the one process of the run.
  ///   - failing: For each message, the number of steps that fail once with it and recover.
  ///   - startMs: The start of each step.
  static func text(
    run: String,
    process: String? = nil,
    passes: Int,
    failing: [String: Int] = [:],
    exhausted: Int = 0,
    startMs: Int64 = 1_796_378_400_000
  ) -> String {
    func row(_ kind: String, _ id: String, _ outcome: String, _ message: String = "") -> String {
      let attempt = outcome == "recovered" ? 2 : 1
      return """
        {"v":1,"kind":"\(kind)","unit":"step","step_id":"\(process ?? run)-\(id)","parent_step_id":"","run_id":"\(run)",\
        "shard":"","test_name":"testSearch","suite":"ShopTests.SearchTests","action":"Sign In","file":"Tests/Steps.swift",\
        "line":24,"attempt":\(attempt),"max_attempts":4,"resets":0,"outcome":"\(outcome)",\
        "cure":"\(outcome == "recovered" ? "retrying" : "")","cause":"\(message.isEmpty ? "" : "error")","error_type":"",\
        "error_message":"\(message)","inner_action":"","attachments":"","stopped_by":"","reason":"","fixable":0,"bug":"",\
        "expires":"","start_ms":\(startMs),"duration_ms":200,"wait_ms":0,"tax_ms":0,"os":"linux","os_version":"12",\
        "arch":"x86_64","commit":"0de32d9","branch":"main"}
        """
    }
    let passed = (0..<passes).map { row("step", "p\($0)", "passed") }
    let failed = failing.flatMap { message, count in
      (0..<count).flatMap { number in
        let id = "\(message)\(number)"
        return [row("attempt", id, "failed", message), row("step", id, "recovered", message)]
      }
    }
    let lost = (0..<exhausted).map { row("step", "e\($0)", "exhausted", "lost") }
    return (passed + failed + lost).joined(separator: "\n") + "\n"
  }
}

/// The report on files of records.
///
/// - Parameters:
///   - files: Paths in a temporary folder, and the texts of the files.
///   - paths: The paths to read; by default, that of the folder.
func read(_ files: [String: String], _ paths: [String] = [""]) async throws -> Report {
  try await withTemporaryFolder { folder in
    for (path, text) in files {
      let file = folder.appendingPathComponent(path)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    var report = await RecordReader(paths.map { folder.path + $0 }).report()
    report.input.problems = report.input.problems.map { $0.replacing(folder.path, with: "") }
    return report
  }
}

/// A row of one process, with the keys that the reader needs; its step is in the line of its number.
func record(_ kind: String, _ number: Int, _ more: String = "", step: Int = 1, version: Int = 1) -> String {
  """
  {"v":\(version),"kind":"\(kind)","unit":"step","seq":\(number),"step_id":"p-s\(step)","run_id":"r","os":"linux",\
  "action":"Pay","file":"Steps.swift","line":\(step),"start_ms":1796378400000\(more.contains("attempt\"") ? "" : ",\"attempt\":1")\
  \(more.contains("outcome\"") ? "" : ",\"outcome\":\"\(kind == "attempt" ? "failed" : "passed")\"")\(more)}

  """
}
