internal import Foundation

/// Where the test author wrote a call, so that every failure can point there.
struct CallSite: Sendable {
  /// What the compiler says of the call, or what a helper has forwarded to it.
  let written: WrittenPlace
  /// The place that a scope around the call says instead.
  private let said: CallPlace?

  init(_ written: WrittenPlace, saidToBe said: CallPlace? = nil) {
    self.written = written
    self.said = said
  }

  init(fileID: StaticString, file: StaticString, line: UInt, column: UInt) {
    self.init(WrittenPlace(fileID: fileID, file: file, line: line, column: column))
  }

  /// The path of the file.
  var path: String { said?.path ?? written.file.description }

  /// The path, where it is a literal.
  var literalPath: StaticString? { said.map(\.literal) ?? written.file }

  var line: UInt { said?.line ?? written.line }

  /// `Module/File.swift` of the same file as ``path``.
  ///
  /// A helper that forwards only `file:` and `line:` leaves the `fileID` pointing at itself. The file then wins: the
  /// module is kept and the file name follows.
  var resolvedFileID: String {
    if let fileID = said?.fileID { return fileID }
    let module = written.fileID.description.prefix { $0 != "/" }
    return "\(module.isEmpty ? "Unknown" : module)/\(fileName)"
  }

  /// The column, or 1 where the `fileID` shows that it was counted in another file.
  var resolvedColumn: UInt {
    if let said { return max(said.column, 1) }
    return written.fileID.description.hasSuffix("/\(fileName)") ? max(written.column, 1) : 1
  }

  /// Such as `File.swift:12`.
  var place: String { "\(fileName):\(line)" }

  var fileName: String { path.lastPathComponent }
}

/// A place that the compiler knows.
struct WrittenPlace: Sendable {
  let fileID: StaticString
  let file: StaticString
  let line: UInt
  let column: UInt
}

/// A place that is known only while the test runs; an object, so that the steps inside hand on no copies of it.
final class CallPlace: Sendable {
  /// `Module/File.swift`; nil where that is not known.
  let fileID: String?
  /// On one line.
  let path: String
  /// The path, where it is a literal.
  let literal: StaticString?
  /// What fits into an `Int`.
  let line: UInt
  /// 0 where it is not known.
  let column: UInt

  init(
    fileID: String? = nil,
    path: String,
    literal: StaticString? = nil,
    line: some BinaryInteger,
    column: Int = 0
  ) {
    self.fileID = fileID
    self.path = path.onOneLine
    self.literal = literal?.description == self.path ? literal : nil
    self.line = UInt(Int(clamping: max(line, 0)))
    self.column = UInt(max(column, 0))
  }
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
    guard let file = callSite.literalPath, file.hasPointerRepresentation else {
      return knownPath(of: callSite.path) ?? callSite.resolvedFileID
    }
    return knownFiles.withLock { $0.value(of: file.utf8Start) { relativePath(of: file.description) } }
      ?? callSite.resolvedFileID
  }

  /// The same for a file whose module is not known: one that is not there keeps its name.
  static func path(of file: String) -> String {
    knownPath(of: file) ?? file.lastPathComponent
  }

  private static func knownPath(of file: String) -> String? {
    knownPaths.withLock { $0.value(of: file) { relativePath(of: file) } }
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
