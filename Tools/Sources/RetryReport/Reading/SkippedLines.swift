/// The numbers of lines that are left out, by reason.
struct SkippedLines: Equatable, Sendable, Encodable {
  /// Lines that are not JSON: the process died while it wrote, or the file was cut.
  var torn = 0
  /// Lines of JSON that are no records.
  var foreign = 0
  /// Records of a newer version, whose meaning is not known.
  var newer = 0
  /// Records of a kind that is not known.
  var unknownKind = 0
  /// Records that lack a key.
  var incomplete = 0
  /// Records that were read before: a file under two names, or a row that was copied.
  var repeated = 0
  /// The first key that each incomplete record lacks.
  var missingKeys: Set<String> = []

  private enum CodingKeys: CodingKey {
    case torn, foreign, newer, unknownKind, incomplete, repeated
  }

  var total: Int { torn + foreign + newer + unknownKind + incomplete + repeated }

  /// Such as `1 torn line, 2 lines that are no records, 3 records without stopped_by`.
  var description: String {
    let keys = missingKeys.sorted().joined(separator: " or ")
    return [
      (torn, "torn line", "torn lines"),
      (foreign, "line that is no record", "lines that are no records"),
      (newer, "line of a newer version", "lines of a newer version"),
      (unknownKind, "line of an unknown kind", "lines of an unknown kind"),
      (incomplete, "record without \(keys)", "records without \(keys)"),
      (repeated, "record that was read before", "records that were read before"),
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
