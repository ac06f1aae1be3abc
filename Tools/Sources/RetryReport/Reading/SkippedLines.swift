/// The numbers of skipped lines, by reason.
struct SkippedLines: Equatable, Sendable, Encodable {
  /// Lines that are not JSON: the process died while writing, or the file was cut off.
  var torn = 0
  /// Lines of JSON that are not records.
  var foreign = 0
  /// Records of a newer version, whose meaning is unknown.
  var newer = 0
  /// Records of an unknown kind.
  var unknownKind = 0
  /// Records that lack a key.
  var incomplete = 0
  /// Duplicate records: a file under two names, or a row that was copied.
  var repeated = 0
  /// The first key that each incomplete record lacks.
  var missingKeys: Set<String> = []

  private enum CodingKeys: CodingKey {
    case torn, foreign, newer, unknownKind, incomplete, repeated
  }

  var total: Int { torn + foreign + newer + unknownKind + incomplete + repeated }

  /// Such as `1 torn line, 2 lines that are not records, 3 records without stopped_by`.
  var description: String {
    let keys = missingKeys.sorted().joined(separator: " or ")
    return [
      (torn, "torn line", "torn lines"),
      (foreign, "line that is not a record", "lines that are not records"),
      (newer, "line of a newer version", "lines of a newer version"),
      (unknownKind, "line of an unknown kind", "lines of an unknown kind"),
      (incomplete, "record without \(keys)", "records without \(keys)"),
      (repeated, "duplicate record", "duplicate records"),
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
    sum.incomplete += more.incomplete
    sum.repeated += more.repeated
    sum.missingKeys.formUnion(more.missingKeys)
  }
}
