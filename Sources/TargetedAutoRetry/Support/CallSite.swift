internal import Foundation
internal import Testing

enum CallSite: Sendable {
  case literals(fileID: StaticString, file: StaticString, line: UInt, column: UInt)
  // Indirect, because the size of a source location is only known at run time, which would make each copy slow.
  indirect case location(SourceLocation)

  init(_ fileID: StaticString, _ file: StaticString, _ line: UInt, _ column: UInt) {
    self = .literals(fileID: fileID, file: file, line: line, column: column)
  }

  var path: String {
    switch self {
    case .literals(_, let file, _, _): file.description
    case .location(let location): location.path
    }
  }

  /// The path in the type that XCTest needs; `nil` for a `SourceLocation`, which has only a `String`.
  var literalPath: StaticString? {
    if case .literals(_, let file, _, _) = self { file } else { nil }
  }

  var line: UInt {
    switch self {
    case .literals(_, _, let line, _): line
    case .location(let location): UInt(location.line)
    }
  }

  // If a helper forwards only `file:` and `line:`, the `fileID` and the column are its own, and Swift Testing would
  // point into the helper. So the file name is taken from the path, and the column is dropped.
  var sourceLocation: SourceLocation {
    switch self {
    case .location(let location): return location
    case .literals(let fileID, let file, let line, let column):
      let (module, name) = (fileID.description.prefix { $0 != "/" }, file.description.lastPathComponent)
      let isOfFile = fileID.description.hasSuffix("/\(name)")
      // Swift Testing traps on a line or a column below 1.
      return SourceLocation(
        fileID: "\(module.isEmpty ? "Unknown" : module)/\(name)",
        filePath: file.description,
        line: Int(clamping: max(line, 1)),
        column: isOfFile ? Int(clamping: max(column, 1)) : 1
      )
    }
  }

  var place: String { path.place(line) }

  var pathAndLine: String { "\(path):\(line)" }

  // A cache: finding the repository checks every folder above the file.
  private static let knownPaths = Locked<[String: String]>([:])

  // Sources do not exist on a device. The path there is the module and the file name: `ShopTests/SearchTests.swift`.
  var pathInRepository: String {
    let path = path
    let known: String? = Self.knownPaths.withLock { known in
      if let known = known[path] { return known }
      let found = path.pathInRepository(orIn: FileManager.default.currentDirectoryPath)
      known[path] = found
      return found
    }
    return known ?? sourceLocation.fileID
  }
}

extension String {
  var lastPathComponent: String { split(separator: "/").last.map(String.init) ?? "Unknown.swift" }

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

  func place(_ line: some BinaryInteger) -> String { "\(lastPathComponent):\(line)" }

  var asPathPart: String {
    // A character may consist of any number of scalars.
    String(map { ($0.isLetter || $0.isNumber || "._-".contains($0)) && $0.utf8.count <= 4 ? $0 : "_" })
  }

  // If characters are replaced or cut off, a hash of the whole text keeps different texts different. A name that begins
  // with a dot would be hidden.
  func asPathPart(atMost limit: Int) -> String {
    let part = asPathPart.replacing(#/^\.+/#, with: "_")
    return part == self && part.utf8.count <= limit ? part : "\(part.prefix(limit - 13))-\(stableHash)"
  }
}
