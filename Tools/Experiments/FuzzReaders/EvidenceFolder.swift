import Foundation
import RetryReport

/// Records of one step that recovered, whose files are compared on the page.
struct EvidenceFolder {
  private let folder: String

  init(_ path: String) throws {
    folder = path
    try FileManager.default.createDirectory(atPath: "\(path)/run", withIntermediateDirectories: true)
    let rows = [("attempt", "failed", 1), ("step", "recovered", 2)].map { kind, outcome, attempt in
      let texts = [
        "parent_step_id", "test_name", "suite", "file", "error_message", "stopped_by", "error_type", "inner_action",
        "commit", "branch", "shard", "os", "os_version", "arch", "reason", "bug", "expires",
      ]
      let numbers = [
        "line", "max_attempts", "resets", "fixable", "start_ms", "duration_ms", "wait_ms", "tax_ms",
      ]
      var row: [String: Any] = ["v": 1, "kind": kind, "unit": "step", "step_id": "s1", "run_id": "fuzz"]
      for key in texts { row[key] = "" }
      for key in numbers { row[key] = 1 }
      row["action"] = "Sign In"
      row["outcome"] = outcome
      row["cure"] = kind == "step" ? "retrying" : ""
      row["cause"] = "condition"
      (row["attempt"], row["max_attempts"]) = (attempt, 2)
      row["attachments"] = "run/x-s1-a\(attempt)-page.html run/x-s1-a\(attempt)-screen.png"
      return row
    }
    let lines = try rows.map { String(decoding: try JSONSerialization.data(withJSONObject: $0), as: UTF8.self) }
    try Data(lines.joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: "\(path)/run.jsonl"))
  }

  /// The page with the files of the failed attempt, and of the one that worked.
  func page(failed: [UInt8], worked: [UInt8]) async throws -> String {
    for (attempt, bytes) in [failed, worked].enumerated() {
      for name in ["page.html", "screen.png"] {
        try Data(bytes).write(to: URL(fileURLWithPath: "\(folder)/run/x-s1-a\(attempt + 1)-\(name)"))
      }
    }
    let full = await RecordReader([folder]).fullReport()
    return HTMLFormat.render(full, in: folder)
  }

  func remove() { try? FileManager.default.removeItem(atPath: folder) }
}
