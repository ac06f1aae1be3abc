/// The numbers of skipped lines, by reason.
struct SkippedLines: Equatable, Sendable, Encodable {
  /// Lines that are not JSON: the process died while writing, or the file was cut off.
  var torn = 0
  /// Lines of JSON that are not records.
  var foreign = 0
  /// Records of an unknown kind, or with values that are missing or impossible.
  var unreadable = 0
  /// Records of a newer version, whose meaning is unknown.
  var newer = 0
  /// Duplicate records: a file under two names, or a row that was copied.
  var repeated = 0

  var hasRecords: Bool { unreadable + newer + repeated > 0 }
  var total: Int { torn + foreign + unreadable + newer + repeated }

  /// Such as `1 torn line, 2 lines that are not known records`.
  var description: String {
    let texts = [
      torn.counted("torn line"),
      foreign.counted("line that is not a record", plural: "lines that are not records"),
      "\(unreadable.counted("record")) \(Self.unreadableText)",
      newer.counted("line of a newer version", plural: "lines of a newer version"),
      repeated.counted("duplicate record"),
    ]
    return zip([torn, foreign, unreadable, newer, repeated], texts).filter { $0.0 > 0 }.map(\.1).joined(separator: ", ")
  }

  static let unreadableText = "of an unknown kind or with impossible values"

  static func += (sum: inout SkippedLines, more: SkippedLines) {
    sum.torn += more.torn
    sum.foreign += more.foreign
    sum.unreadable += more.unreadable
    sum.newer += more.newer
    sum.repeated += more.repeated
  }
}
