import Foundation
import Testing

/// A row of records, as a reader sees it.
struct Row {
  let text: String
  private let object: [String: Any]

  init(_ text: String) throws {
    self.text = text
    object = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  var keys: Set<String> { Set(object.keys) }

  subscript(_ key: String) -> String { (object[key] as? String) ?? "\(object[key] ?? "missing")" }

  /// The values of some keys, such as `attempt failed 1/4`.
  func values(_ keys: String...) -> String { keys.map { self[$0] }.joined(separator: " ") }

  func number(_ key: String) -> Int? { (object[key] as? NSNumber)?.intValue }

  func isInteger(_ key: String) -> Bool { object[key] is NSNumber }

  /// The rows of steps of a file, or of all files of a folder; lines that are not whole are left out.
  static func rows(in url: URL) throws -> (rows: [Row], torn: Int) {
    let (rows, torn) = try allRows(in: url)
    return (rows.filter { !["begin", "end"].contains($0["kind"]) }, torn)
  }

  /// Those of the process too.
  static func allRows(in url: URL) throws -> (rows: [Row], torn: Int) {
    let lines = try files(in: url).flatMap {
      try String(contentsOf: $0, encoding: .utf8).split(separator: "\n").map(String.init)
    }
    let rows = lines.compactMap { try? Row($0) }
    return (rows, lines.count - rows.count)
  }

  static func files(in folder: URL) throws -> [URL] {
    try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "jsonl" }
      .sorted { $0.path < $1.path }
  }
}
