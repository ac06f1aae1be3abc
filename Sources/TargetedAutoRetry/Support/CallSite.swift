internal import Foundation

/// Where the test author wrote a call, so that every failure can point there.
struct CallSite: Sendable {
  let fileID: StaticString
  let file: StaticString
  let line: UInt
  let column: UInt

  /// `Module/File.swift` of the same file as ``file``.
  ///
  /// A helper that forwards only `file:` and `line:` leaves ``fileID`` pointing at itself. The file then wins: the
  /// module is kept and the file name follows.
  var resolvedFileID: String {
    let module = fileID.description.prefix { $0 != "/" }
    return "\(module.isEmpty ? "Unknown" : module)/\(fileName)"
  }

  /// The column, or 1 where ``fileID`` shows that it was counted in another file than ``file``.
  var resolvedColumn: UInt {
    fileID.description.hasSuffix("/\(fileName)") ? max(column, 1) : 1
  }

  /// Such as `File.swift:12`.
  var place: String { "\(fileName):\(line)" }

  var fileName: String { file.description.lastPathComponent }
}

extension String {
  /// The name of the file that this is the path of.
  var lastPathComponent: String {
    split { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? "Unknown.swift"
  }
}

/// Paths of source files as other machines know them too.
enum RepositoryPath {
  /// The path from the root of its repository, or from the working directory where no repository is around the file.
  ///
  /// A file that is not there, as on a device, keeps its module and its name: `ShopTests/SearchTests.swift`.
  static func path(of callSite: CallSite) -> String {
    let file = callSite.file
    guard file.hasPointerRepresentation else { return path(of: file.description) }
    return knownFiles.withLock { $0.value(of: file.utf8Start) { relativePath(of: file.description) } }
      ?? callSite.resolvedFileID
  }

  /// The same for a file whose module is not known: one that is not there keeps its name.
  static func path(of file: String) -> String {
    knownPaths.withLock { $0.value(of: file) { relativePath(of: file) } } ?? file.lastPathComponent
  }

  /// What was found; a literal is known by its address, which takes less than to compare it.
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
  /// The value of a key; it is made the first time.
  fileprivate mutating func value(of key: Key, make: () -> Value) -> Value {
    if let value = self[key] { return value }
    let value = make()
    self[key] = value
    return value
  }
}
