/// Passages of a message that change from run to run as a whole.
extension [Piece] {
  /// The number of words of a compared value that says what it is.
  private static let mostWords = 3
  private static let longestValue = 40
  /// The number of pieces in which the end of a value is looked for.
  private static let longestScan = 256

  /// Drops the setting that a limit comes from, as in `(conditionTimeout of the call)`.
  mutating func dropSettings() {
    while let word = indices.first(where: isSetting) {
      guard let start = self[..<word].lastIndex(where: { $0.isSign("(") || $0.isSign(",") }),
        let end = self[word...].firstIndex(where: { $0.isSign(")") })
      else { return }
      let isAlone = self[start].isSign("(")
      let first = isAlone && start > 0 && self[start - 1].sort == .blank ? start - 1 : start
      removeSubrange(isAlone ? first...end : first...(end - 1))
    }
  }

  private func isSetting(_ index: Int) -> Bool {
    if isWord(at: index, in: ["conditiontimeout", "attempttimelimit"]) { return true }
    return index > 0 && isSign(at: index - 1, "(") && isWord(at: index, in: ["time"]) && index + 2 < count
      && isWord(at: index + 2, in: ["limit"])
  }

  /// Puts a placeholder for the elements that were on the screen when one was not found.
  mutating func foldElements() {
    guard
      let start = indices.first(where: {
        isWord(at: $0, in: ["input"]) && isSign(at: $0 + 2, "{") && isSign(at: $0 + 3, "(")
      })
    else { return }
    let end = self[start...].firstIndex { $0.isSign("}") } ?? count - 1
    replaceSubrange((start + 2)...end, with: [Piece(.other, "<elements>")])
  }

  /// Puts a placeholder for a statement with values, in backquotes; the constraint that it broke is named before.
  mutating func foldStatements() {
    var start: Int?
    var index = 0
    while index < count {
      if self[index].isSign("`") {
        if let first = start {
          start = nil
          let inside = self[(first + 1)..<index]
          if inside.contains(where: { $0.sort == .blank }),
            inside.contains(where: { $0.sort == .number || $0.isSign("'") })
          {
            replaceSubrange((first + 1)..<index, with: [Piece(.other, "<code>")])
            index = first + 2
          }
        } else {
          start = index
        }
      }
      index += 1
    }
  }

  /// Puts a placeholder for each long value that was compared: `("…") is not equal to ("…")`, `(name → …) == …`.
  mutating func foldComparedValues() {
    var folded: [Piece] = []
    var index = 0
    while index < count {
      folded.append(self[index])
      index += 1
      guard let end = endOfValue(at: index) else { continue }
      folded.append(Piece(.other, "<value>"))
      index = end
    }
    self = folded
  }

  /// The end of a long value that begins there.
  private func endOfValue(at start: Int) -> Int? {
    guard start > 0, start < count else { return nil }
    let isQuoted = self[start - 1].isSign("\"") && isSign(at: start - 2, "(")
    let isArrow = start > 1 && self[start - 2].text == "→"
    guard isQuoted || isArrow else { return nil }
    var (depth, words, length) = (0, 1, 0)
    for index in start..<Swift.min(count, start + Self.longestScan) {
      let piece = self[index]
      if isQuoted, piece.isSign("\""), isSign(at: index + 1, ")") || index + 1 == count {
        return words > Self.mostWords || length > Self.longestValue ? index : nil
      }
      if piece.isSign("(") { depth += 1 }
      if isArrow, piece.isSign(")") {
        if depth == 0 { return words > Self.mostWords || length > Self.longestValue ? index : nil }
        depth -= 1
      }
      if piece.sort == .blank { words += 1 }
      length += piece.shown.utf8.count
    }
    return nil
  }
}
