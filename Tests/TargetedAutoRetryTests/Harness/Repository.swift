import Foundation

/// The files of this repository, for tests that read them.
enum Repository {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../..").standardizedFileURL

  static func url(_ path: String) -> URL {
    root.appendingPathComponent(path)
  }

  /// The first cells of the tables of a page, as one text.
  static func firstCells(of page: String) throws -> String {
    let page = url("Docs/Guide/\(page).md")
    return try String(contentsOf: page, encoding: .utf8).split(separator: "\n").filter { $0.hasPrefix("| ") }
      .compactMap { $0.split(separator: "|").first }.joined()
  }
}
