internal import Foundation

/// The place of a call in the test author's code, or of the caller that a helper has handed in.
struct CallSite: Sendable {
  /// `Module/File.swift` of the call, as the compiler writes it, or as a helper has forwarded it.
  private let ownFileID: StaticString
  let ownFile: StaticString
  let ownLine: UInt
  private let ownColumn: UInt
  /// The caller that `withCallPlace` names, which takes precedence.
  var caller: Caller?

  var own: CallSite {
    var site = self
    site.caller = nil
    return site
  }

  func from(_ caller: Caller?) -> CallSite {
    var site = self
    site.caller = caller
    return site
  }

  init(_ fileID: StaticString, _ file: StaticString, _ line: UInt, _ column: UInt) {
    (ownFileID, ownFile, ownLine, ownColumn) = (fileID, file, line, column)
  }

  var path: String { caller?.path ?? ownFile.description }

  var literalPath: StaticString? { caller.map(\.literal) ?? ownFile }

  var line: UInt { caller?.line ?? ownLine }

  /// `Module/File.swift` of the same file as ``path``.
  ///
  /// A helper that forwards only `file:` and `line:` leaves its own `fileID`. Then the module is kept, and the name of
  /// the file is that of the path.
  var resolvedFileID: String {
    if let fileID = caller?.fileID { return fileID }
    let module = ownFileID.description.prefix { $0 != "/" }
    return "\(module.isEmpty ? "Unknown" : module)/\(fileName)"
  }

  /// The column, or 1 if the `fileID` shows that it belongs to another file.
  var resolvedColumn: UInt {
    if let caller { return max(caller.column, 1) }
    return ownFileID.description.hasSuffix("/\(fileName)") ? max(ownColumn, 1) : 1
  }

  var place: String { path.place(line) }

  var fileName: String { path.lastPathComponent }
}

/// The caller of a helper, at which the steps inside report; an object, so that they pass on no copies of it.
final class Caller: Sendable {
  /// `Module/File.swift`; nil if it is not known.
  let fileID: String?
  let path: String
  let literal: StaticString?
  /// The line, at most `Int.max`.
  let line: UInt
  /// The column, or 0 if it is not known.
  let column: UInt

  init(
    fileID: String? = nil,
    _ file: some CustomStringConvertible,
    _ line: some BinaryInteger,
    column: Int = 0
  ) {
    self.fileID = fileID
    path = file.description.onOneLine
    literal = file.description == path ? file as? StaticString : nil
    self.line = UInt(Int(clamping: max(line, 0)))
    self.column = UInt(max(column, 0))
  }
}

extension CallSite {
  /// The paths that were found: for each the file system is asked for every folder above.
  private static let knownPaths = Locked<[String: String]>([:])

  /// The path from the root of the repository, or from the working directory if there is no repository.
  ///
  /// A file that does not exist, as on a device, keeps its module and its name: `ShopTests/SearchTests.swift`.
  var pathInRepository: String {
    let known = Self.knownPaths.withLock { known in
      known[path] = known[path] ?? path.pathInRepository(orIn: FileManager.default.currentDirectoryPath)
      return known[path]
    }
    return known ?? resolvedFileID
  }
}

extension String {
  var lastPathComponent: String {
    let name = lastIndex { $0 == "/" || $0 == "\\" }.map { self[index(after: $0)...] } ?? self[...]
    return name.isEmpty ? "Unknown.swift" : String(name)
  }

  /// The path from the root of the repository, or else from a folder; nil for a file that is not there.
  func pathInRepository(orIn directory: String) -> String? {
    let files = FileManager.default
    guard hasPrefix("/"), files.fileExists(atPath: self) else { return nil }
    var folder = URL(fileURLWithPath: self).deletingLastPathComponent()
    while folder.path != "/" {
      if files.fileExists(atPath: folder.appendingPathComponent(".git").path) {
        return String(dropFirst(folder.path.count + 1))
      }
      folder.deleteLastPathComponent()
    }
    return hasPrefix(directory + "/") ? String(dropFirst(directory.count + 1)) : nil
  }

  /// The line in the file of that path, such as `File.swift:12`.
  func place(_ line: some BinaryInteger) -> String { "\(lastPathComponent):\(line)" }

  var asPathPart: String {
    String(map { $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) ? $0 : "_" })
  }

  /// The text as a path component of at most that many characters; different texts stay different.
  ///
  /// If characters are replaced or cut off, the end is a hash of the whole text.
  func asPathPart(atMost limit: Int) -> String {
    let part = asPathPart
    return part == self && part.utf8.count <= limit ? part : "\(part.prefix(limit - 13))-\(stableHash)"
  }
}
