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
    return index
  }
}

extension [Piece] {
  /// Replaces a number and its unit by a placeholder, and several in a row by one.
  mutating func foldMeasures() {
    for index in indices where self[index].sort == .number {
      var next = index + 1
      if next < count, self[next].sort == .blank { next += 1 }
      guard next < count, self[next].sort == .word, Measure.isTime(self[next].text) || Measure.isSize(self[next].text)
      else { continue }
      self[index] = Piece(.other, Measure.isTime(self[next].text) ? "<time>" : "<size>")
      for used in index + 1...next { self[used] = Piece(.other, "") }
    }
    removeAll { $0.sort == .other && $0.text.isEmpty }
    join { $0.text == "<time>" }
  }

  /// Joins parts of one value, such as `1 minute and 5 seconds`.
  mutating func join(_ isPart: (Piece) -> Bool) {
    var joined: [Piece] = []
    for piece in self {
      if isPart(piece), let last = joined.lastIndex(where: { !$0.isBetweenParts }), isPart(joined[last]) {
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
  var isBetweenParts: Bool { sort == .blank || isSign(",") || isSign("+") || isWord(in: ["and", "at"]) }
}
