/// Durations and sizes.
enum Measure {
  private static let times: Set<String> = .words(
    """
    day days h hour hours hr hrs m microsecond microseconds millisecond milliseconds min mins minute minutes month
    months ms msec msecs nanosecond nanoseconds ns s sec second seconds secs us week weeks year years µs
    """
  )
  private static let sizes: Set<String> = .words(
    """
    b byte bytes gb gib kb kib mb mib tb tib
    """
  )

  static func isTime(_ unit: String) -> Bool { times.contains(unit.lowercased()) }

  static func isSize(_ unit: String) -> Bool { sizes.contains(unit.lowercased()) }

  /// True for `30s`, `1m30.5s` and the like.
  static func isMeasure(_ bytes: Bytes) -> Bool {
    var rest = bytes
    while !rest.isEmpty {
      let unit = rest[rest.endOfNumber...].prefix { !$0.isDigit }
      guard rest[..<unit.startIndex].hasDigit, isTime(unit.text) else { return false }
      rest = rest[unit.endIndex...]
    }
    return true
  }

  /// True for `PT1M2.5S`.
  static func isPeriod(_ bytes: Bytes) -> Bool {
    bytes.starts("PT") && bytes.hasDigit && bytes.dropFirst(2).allSatisfy { $0.isDigit || ".HMS".utf8.contains($0) }
  }
}

extension Bytes {
  /// The end of the number at the start, such as `1,204.5e-3`.
  var endOfNumber: Int {
    var index = startIndex
    while index < endIndex {
      let isInside = index > startIndex && index + 1 < endIndex && self[index + 1].isDigit
      guard self[index].isDigit || (isInside && (self[index] == UInt8(ascii: ".") || self[index] == UInt8(ascii: ",")))
      else { break }
      index += 1
    }
    let exponent = self[index...]
    if exponent.starts("e-") || exponent.starts("e+"), exponent.dropFirst(2).isDigits { return endIndex }
    return index
  }
}

extension [Piece] {
  /// Replaces a number and its unit by a placeholder, and several in a row by one.
  mutating func foldMeasures() {
    for index in indices where self[index].sort == .number && self[index].text.utf8.contains(where: \.isDigit) {
      var next = index + 1
      if next < count, self[next].sort == .blank || self[next].isSign("-") { next += 1 }
      guard next < count, self[next].sort == .word, isUnit(self[next].text, apart: next > index + 1) else { continue }
      self[index] = Piece(.other, Measure.isTime(self[next].text) ? "<time>" : "<size>")
      for used in index + 1...next { self[used] = Piece(.other, "") }
    }
    removeAll { $0.sort == .other && $0.text.isEmpty }
    joinTimes()
  }

  /// A single letter after a blank is not a unit, except `s` and `B`.
  private func isUnit(_ text: String, apart isApart: Bool) -> Bool {
    guard Measure.isTime(text) || Measure.isSize(text) else { return false }
    return !isApart || text.count > 1 || text == "s" || text == "B"
  }

  /// Joins times such as `1 minute and 5 seconds`.
  private mutating func joinTimes() {
    var joined: [Piece] = []
    for piece in self {
      if piece.text == "<time>", let last = joined.lastIndex(where: { !$0.isBetweenParts }),
        joined[last].text == "<time>", last < joined.count - 1
      {
        joined.removeSubrange((last + 1)...)
      } else {
        joined.append(piece)
      }
    }
    self = joined
  }
}

extension Piece {
  /// True for a separator between the parts of a time or of a date.
  var isBetweenParts: Bool { sort == .blank || isSign(",") || isWord(in: ["and", "at"]) }
}
