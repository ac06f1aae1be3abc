/// Days and times of day.
enum Moment {
  fileprivate static let months: Set<String> = .words(
    """
    january february april june july september october november december
    """
  )
  /// Names of months that are other words as well, and short names: they need a number beside them.
  fileprivate static let shortMonths: Set<String> = .words(
    """
    jan feb mar march apr may jun jul aug august sep sept oct nov dec
    """
  )
  fileprivate static let days: Set<String> = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ]
  fileprivate static let shortDays: Set<String> = .words(
    """
    mon tue tues wed thu thur thurs fri sat sun
    """
  )
  fileprivate static let halves: Set<String> = ["am", "pm"]
  fileprivate static let zones: Set<String> = .words(
    """
    utc gmt z cet cest est edt cst cdt mst mdt pst pdt jst ist bst
    """
  )

  /// True for a date, a time of day, or both in one.
  static func isMoment(_ bytes: Bytes) -> Bool {
    guard bytes.first?.isDigit == true else { return isZone(bytes) }
    return isDay(bytes) || isClock(bytes) || isStamp(bytes)
  }

  /// `2026-11-20`, `2026/11/20T23:59:59+01:00`, `20.11.2026`, `11/20/26`.
  private static func isDay(_ bytes: Bytes) -> Bool {
    let shape = bytes.shape
    if ["9999-99-99", "9999/99/99"].contains(String(shape.prefix(10))) {
      return bytes.dropFirst(10).allSatisfy { $0.isDigit || "TZ:.,+-_".utf8.contains($0) }
    }
    let parts = shape.split(separator: "/")
    if parts.count == 3, parts[0].count < 3, parts[1].count < 3, parts[2] == "99" || parts[2] == "9999" {
      return parts.joined().allSatisfy { $0 == "9" }
    }
    return ["99.99.9999", "9.99.9999", "99.9.9999", "9.9.9999"].contains(shape)
  }

  /// `23:59`, `9:05:00.120`, `3:04PM`.
  private static func isClock(_ bytes: Bytes) -> Bool {
    let shape = bytes.shape
    let parts = shape.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), parts[0] == "9" || parts[0] == "99", parts[1].hasPrefix("99") else {
      return false
    }
    let rest = parts[1].dropFirst(2) + (parts.count == 3 ? parts[2].drop { $0 == "9" } : "")
    if parts.count == 3, !parts[2].hasPrefix("99") || parts[1].count > 2 { return false }
    return rest.allSatisfy { "9.,+-Z".contains($0) } || halves.contains(rest.lowercased())
  }

  /// `GMT+01:00`.
  private static func isZone(_ bytes: Bytes) -> Bool {
    (bytes.starts("GMT") || bytes.starts("UTC")) && bytes.count > 4 && "+-".utf8.contains(bytes[bytes.startIndex + 3])
      && bytes.dropFirst(4).allSatisfy { $0.isDigit || $0 == UInt8(ascii: ":") }
  }

  /// `20261120T235959Z`.
  private static func isStamp(_ bytes: Bytes) -> Bool {
    ["99999999T999999", "99999999T999999Z"].contains(bytes.shape)
  }
}

extension Bytes {
  /// The text with `9` for each digit.
  fileprivate var shape: String { String(decoding: map { $0.isDigit ? UInt8(ascii: "9") : $0 }, as: UTF8.self) }
}

extension [Piece] {
  /// Puts one placeholder for each date and time of day, whatever its form.
  mutating func foldMoments() {
    for index in indices { if isName(at: index) { self[index].sort = .date } }
    for index in indices where self[index].sort == .date { foldNumbers(around: index) }
    for index in indices where isLogDay(at: index) { self[index].sort = .date }
    for index in indices where isHalf(at: index) { self[index].sort = .date }
    for index in indices where isZone(at: index) { self[index].sort = .date }
    for index in indices where self[index].sort == .date { foldNumbers(around: index) }
    var joined: [Piece] = []
    for piece in self {
      if piece.sort == .date, let last = joined.lastIndex(where: { !$0.isBetweenParts }), joined[last].sort == .date {
        joined.removeSubrange((last + 1)...)
      } else {
        joined.append(piece)
      }
    }
    self = joined
  }

  /// True for the name of a month or of a weekday.
  private func isName(at index: Int) -> Bool {
    let piece = self[index]
    guard piece.sort == .word, piece.text.utf8.first?.isUpper == true else { return false }
    if piece.isWord(in: Moment.months) || piece.isWord(in: Moment.days) { return true }
    guard piece.isWord(in: Moment.shortMonths) || piece.isWord(in: Moment.shortDays) else { return false }
    return [neighbor(of: index, -1), neighbor(of: index, 1)].contains { near in
      guard let near, near.sort != .date else { return near != nil }
      return near.sort == .number || near.isWord(in: Moment.months) || near.isWord(in: Moment.shortMonths)
    }
  }

  /// The piece beside it, over blanks, a comma, a dot or a hyphen.
  private func neighbor(of index: Int, _ step: Int) -> Piece? {
    var next = index + step
    while indices.contains(next), self[next].sort == .blank || [",", ".", "-"].contains(self[next].text) {
      next += step
    }
    return indices.contains(next) ? self[next] : nil
  }

  /// The day and the year beside the name of a month, and the year after a time of day.
  private mutating func foldNumbers(around index: Int) {
    let isMonth = self[index].isDateName
    for step in [-1, 1] {
      var next = index + step
      while indices.contains(next), self[next].sort == .blank || self[next].isSign(",") { next += step }
      guard indices.contains(next), self[next].isNumberOfDate, isMonth || self[next].text.count == 4 else { continue }
      self[next].sort = .date
      if step == 1 { foldNumbers(around: next) }
    }
  }

  /// `I0424` before the time of day, as glog writes it.
  private func isLogDay(at index: Int) -> Bool {
    guard self[index].sort == .code, let next = indexAfterBlanks(index), self[next].sort == .date else { return false }
    return self[index].text.count == 5 && "IWEF".contains(self[index].text.prefix(1))
  }

  private func isHalf(at index: Int) -> Bool {
    guard self[index].isWord(in: Moment.halves), let last = indexBeforeBlanks(index) else { return false }
    return self[last].sort == .date
  }

  private func isZone(at index: Int) -> Bool {
    guard let last = indexBeforeBlanks(index), self[last].sort == .date else { return false }
    return self[index].isWord(in: Moment.zones)
      || (self[index].sort == .number && "+-".contains(self[index].text.prefix(1)))
  }
}

extension Piece {
  fileprivate var isDateName: Bool { sort == .date && text.utf8.first?.isUpper == true }

  /// True for a number that can be a day or a year.
  fileprivate var isNumberOfDate: Bool {
    sort == .number && text.utf8.allSatisfy(\.isDigit)
      && (text.count < 3 || (text.count == 4 && ["19", "20"].contains(text.prefix(2))))
  }
}
