/// The place of a call in the test author's code, at which failures are reported.
struct CallSite: Sendable {
  /// The place that the compiler gives the call, or that a helper has forwarded.
  let written: WrittenPlace
  /// The place of a scope around the call, which takes precedence.
  private let scope: CallPlace?

  init(_ written: WrittenPlace, in scope: CallPlace? = nil) {
    self.written = written
    self.scope = scope
  }

  init(fileID: StaticString, file: StaticString, line: UInt, column: UInt) {
    self.init(WrittenPlace(fileID: fileID, file: file, line: line, column: column))
  }

  var path: String { scope?.path ?? written.file.description }

  var literalPath: StaticString? { scope.map(\.literal) ?? written.file }

  var line: UInt { scope?.line ?? written.line }

  /// `Module/File.swift` of the same file as ``path``.
  ///
  /// A helper that forwards only `file:` and `line:` leaves its own `fileID`. Then the module is kept, and the name of
  /// the file is that of the path.
  var resolvedFileID: String {
    if let fileID = scope?.fileID { return fileID }
    let module = written.fileID.description.prefix { $0 != "/" }
    return "\(module.isEmpty ? "Unknown" : module)/\(fileName)"
  }

  /// The column, or 1 if the `fileID` shows that it belongs to another file.
  var resolvedColumn: UInt {
    if let scope { return max(scope.column, 1) }
    return written.fileID.description.hasSuffix("/\(fileName)") ? max(written.column, 1) : 1
  }

  /// The file and the line, such as `File.swift:12`.
  var place: String { "\(fileName):\(line)" }

  var fileName: String { path.lastPathComponent }
}

/// The place of a call as the compiler writes it: all of a call site that a step which passes at once needs.
struct WrittenPlace: Sendable {
  let fileID: StaticString
  let file: StaticString
  let line: UInt
  let column: UInt
}

/// The place that `withCallPlace` gives; an object, so that inner steps pass on no copies of it.
final class CallPlace: Sendable {
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
