import Foundation

/// The default branch of a repository that no variable names.
enum DefaultBranch {
  /// The name in the event that GitHub Actions writes to a file.
  static func ofEvent(_ path: String) -> String? {
    guard let bytes = FileManager.default.contents(atPath: path) else { return nil }
    let event = try? JSONSerialization.jsonObject(with: bytes) as? [String: Any]
    return (event?["repository"] as? [String: Any])?["default_branch"] as? String
  }
}
