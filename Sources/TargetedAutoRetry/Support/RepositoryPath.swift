internal import Foundation

/// Paths of source files in a form that all machines share.
enum RepositoryPath {
  /// The path from the root of the repository, or from the working directory if there is no repository.
  ///
  /// A file that does not exist, as on a device, keeps its module and its name: `ShopTests/SearchTests.swift`.
  static func path(of callSite: CallSite) -> String {
    guard let file = callSite.literalPath, file.hasPointerRepresentation else {
      return knownPath(of: callSite.path) ?? callSite.resolvedFileID
    }
    return knownFiles.withLock { $0.value(of: file.utf8Start) { relativePath(of: file.description) } }
      ?? callSite.resolvedFileID
  }

  /// The path of a file without a known module; if it does not exist, only its name is kept.
  static func path(of file: String) -> String {
    knownPath(of: file) ?? file.lastPathComponent
  }

  private static func knownPath(of file: String) -> String? {
    knownPaths.withLock { $0.value(of: file) { relativePath(of: file) } }
  }

  /// The paths found so far; literals are keyed by their address, which is faster than a comparison.
  private static let knownFiles = Locked<[UnsafePointer<UInt8>: String?]>([:])
  private static let knownPaths = Locked<[String: String?]>([:])

  static func relativePath(of file: String, directory: String = FileManager.default.currentDirectoryPath) -> String? {
    let files = FileManager.default
    guard file.hasPrefix("/"), files.fileExists(atPath: file) else { return nil }
    var folder = URL(fileURLWithPath: file).deletingLastPathComponent()
    while folder.path != "/" {
      if files.fileExists(atPath: folder.appendingPathComponent(".git").path) {
        return String(file.dropFirst(folder.path.count + 1))
      }
      folder.deleteLastPathComponent()
    }
    return file.hasPrefix(directory + "/") ? String(file.dropFirst(directory.count + 1)) : nil
  }
}

extension Dictionary {
  /// The value of a key, which is made once.
  fileprivate mutating func value(of key: Key, make: () -> Value) -> Value {
    if let value = self[key] { return value }
    let value = make()
    self[key] = value
    return value
  }
}

extension String {
  var lastPathComponent: String {
    split { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? "Unknown.swift"
  }
}
