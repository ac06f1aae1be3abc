import Foundation

/// The files of this repository, for tests that read them.
enum Repository {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../..").standardizedFileURL

  static func url(_ path: String) -> URL {
    root.appendingPathComponent(path)
  }

  /// What the tables and lists of a page describe: the first cell of each row, and each item up to its colon.
  static func subjects(of page: String) throws -> String {
    let page = url("Docs/Guide/\(page).md")
    return try String(contentsOf: page, encoding: .utf8).split(separator: "\n").compactMap { line in
      if line.hasPrefix("| ") { return line.split(separator: "|").first }
      return line.hasPrefix("- ") ? line.split(separator: ":").first : nil
    }.joined()
  }
}
