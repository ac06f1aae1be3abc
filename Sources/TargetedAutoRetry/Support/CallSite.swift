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
