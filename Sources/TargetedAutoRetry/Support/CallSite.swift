internal import Foundation
internal import Testing

/// The place of a call in the test author's code, or of the caller that a helper passed in.
struct CallSite: Sendable {
  private enum Source {
    /// What the compiler wrote at the call, or a helper forwarded.
    case literals(fileID: StaticString, file: StaticString, line: UInt, column: UInt)
    case location(SourceLocation)
  }

  private let source: Source

  init(_ fileID: StaticString, _ file: StaticString, _ line: UInt, _ column: UInt) {
    source = .literals(fileID: fileID, file: file, line: line, column: column)
  }

  init(_ location: SourceLocation) {
    source = .location(location)
  }

  var path: String {
    switch source {
    case .literals(_, let file, _, _): file.description
    case .location(let location): location.path
    }
  }

  /// The path as XCTest takes it; `nil` if only its text is known.
  var literalPath: StaticString? {
    if case .literals(_, let file, _, _) = source { file } else { nil }
  }

  var line: UInt {
    switch source {
    case .literals(_, _, let line, _): line
    case .location(let location): UInt(location.line)
    }
  }

  /// The place for Swift Testing, whose `fileID` is `Module/File.swift` of the same file as ``path``.
  ///
  /// A helper that forwards only `file:` and `line:` leaves its own `fileID`. Then the module is kept, the name of the
  /// file is that of the path, and the column is unknown.
  var sourceLocation: SourceLocation {
    switch source {
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
    return known ?? sourceLocation.fileID
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
