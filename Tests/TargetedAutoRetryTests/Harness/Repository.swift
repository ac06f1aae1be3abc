import Foundation

/// The files of this repository, for tests that read them.
enum Repository {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../..").standardizedFileURL

  static func url(_ path: String) -> URL {
    root.appendingPathComponent(path)
  }
}
