internal import Foundation

enum RepositoryPath {
  /// The paths that were found: for each the file system is asked for every folder above.
  private static let known = Locked<[String: String]>([:])

  /// The path from the root of the repository, or from the working directory if there is no repository.
  ///
  /// A file that does not exist, as on a device, keeps its module and its name: `ShopTests/SearchTests.swift`.
  static func path(of callSite: CallSite) -> String {
    let path = known.withLock { known in
      known[callSite.path] = known[callSite.path] ?? relativePath(of: callSite.path)
      return known[callSite.path]
    }
    return path ?? callSite.resolvedFileID
  }

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

extension String {
  var lastPathComponent: String {
    split { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? "Unknown.swift"
  }

  var asPathPart: String {
    String(map { $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) ? $0 : "_" })
  }

  /// The text as a path component of at most that many characters; different texts stay different.
  ///
  /// If characters are replaced or cut off, the end is a hash of the whole text.
  func asPathPart(atMost limit: Int) -> String {
    let part = asPathPart
    return part == self && part.utf8.count <= limit ? part : "\(part.prefix(limit - 13))-\(StableHash.of(self))"
  }
}
