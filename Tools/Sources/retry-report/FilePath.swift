import ArgumentParser

/// A path as users type it.
enum FilePath {
  /// Refuses an empty path, because it would mean the current folder.
  static func parse(_ text: String) throws -> String {
    if text.isEmpty { throw ValidationError("a path is empty, perhaps because a variable is not set.") }
    return text
  }
}
