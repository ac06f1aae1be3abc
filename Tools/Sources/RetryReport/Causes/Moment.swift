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
  /// Words behind a time of day.
  fileprivate static let zones: Set<String> = .words(
    """
    am pm utc gmt z cet cest est edt cst cdt mst mdt pst pdt jst ist bst
    """
  )

  /// True for a date, a time of day, or both in one: `2026-11-20`, `2026/11/20T23:59:59+01:00`, `9:05:00.120`.
  static func isMoment(_ bytes: Bytes) -> Bool {
    let shape = String(decoding: bytes.map { $0.isDigit ? UInt8(ascii: "9") : $0 }, as: UTF8.self)
    return ["9999-99-99", "9999/99/99", "99:99", "9:99"].contains { start in
      shape.hasPrefix(start) && shape.dropFirst(start.count).allSatisfy { "9TZ:.,+-_".contains($0) }
    }
  }
}

extension [Piece] {
  /// Puts one placeholder for each date and time of day, whatever its form.
  mutating func foldMoments() {
    for index in indices where isName(at: index) || isAfterMoment(at: index) || isLogDay(at: index) {
      self[index].sort = .date
    }
    for index in indices where self[index].sort == .date { foldNumbers(around: index) }
    join { $0.sort == .date }
  }

  /// True for the name of a month or of a weekday.
  private func isName(at index: Int) -> Bool {
    let piece = self[index]
    guard piece.sort == .word, piece.text.utf8.first?.isUpper == true else { return false }
    if piece.isWord(in: Moment.months) || piece.isWord(in: Moment.days) { return true }
    guard piece.isWord(in: Moment.shortMonths) || piece.isWord(in: Moment.shortDays) else { return false }
    return [neighbor(of: index, -1), neighbor(of: index, 1)].contains { near in
      guard let near else { return false }
      return near.sort == .number || near.isWord(in: Moment.months) || near.isWord(in: Moment.shortMonths)
    }
  }

  /// The piece beside it, over blanks and a comma.
  private func neighbor(of index: Int, _ step: Int) -> Piece? {
    var next = index + step
    while indices.contains(next), self[next].sort == .blank || self[next].text == "," {
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
    }
  }

  /// `I0424` before the time of day, as glog writes it.
  private func isLogDay(at index: Int) -> Bool {
    guard self[index].sort == .code, let next = indexAfterBlanks(index), self[next].sort == .date else { return false }
    return self[index].text.count == 5 && "IWEF".contains(self[index].text.prefix(1))
  }

  private func isAfterMoment(at index: Int) -> Bool {
    guard self[index].isWord(in: Moment.zones), let last = indexBeforeBlanks(index) else { return false }
    return self[last].sort == .date
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
