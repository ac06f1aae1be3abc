/// Lines that are not reported, by the reason.
struct SkippedLines: Equatable, Sendable, Encodable {
  /// Not JSON: the process died while it wrote, or the file was cut.
  var torn = 0
  /// JSON, but no record.
  var foreign = 0
  /// Written by a newer version, whose meaning is not known.
  var newer = 0
  /// A kind of row that is not known.
  var unknownKind = 0

  var total: Int { torn + foreign + newer + unknownKind }

  /// Such as `1 torn line, 2 lines that are no records`.
  var description: String {
    [
      (torn, "torn line", "torn lines"),
      (foreign, "line that is no record", "lines that are no records"),
      (newer, "line of a newer version", "lines of a newer version"),
      (unknownKind, "line of an unknown kind", "lines of an unknown kind"),
    ]
    .filter { $0.0 > 0 }
    .map { "\($0.0) \($0.0 == 1 ? $0.1 : $0.2)" }
    .joined(separator: ", ")
  }

  static func += (sum: inout SkippedLines, more: SkippedLines) {
    sum.torn += more.torn
    sum.foreign += more.foreign
    sum.newer += more.newer
    sum.unknownKind += more.unknownKind
  }
}
