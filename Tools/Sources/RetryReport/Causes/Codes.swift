/// Numbers that are codes: they tell one fault from another.
enum Codes {
  /// Words that a code follows.
  fileprivate static let words: Set<String> = .words(
    """
    alert axaction code curl domain err errcode errno error errorcode exit exitcode exited fault hresult http https
    httpstatus osstatus rawvalue rc returncode signal sqlstate status statuscode
    """
  )
  /// Those that announce a code further on: `status code was unacceptable: 404`.
  fileprivate static let announcing: Set<String> = ["code", "errno", "signal", "status", "statuscode"]
  /// Words between such a word and its code.
  fileprivate static let fillers: Set<String> = ["number", "of", "with", "is", "was", "value", "key", "→"]
  /// Words that an answer of a server follows.
  fileprivate static let answers: Set<String> = .words(
    """
    answer answered answers delete gateway get got head patch post put received replied reply responded response
    returned returns server upstream
    """
  )
  /// Words that go on after a status; others name the things that were counted.
  fileprivate static let conjunctions: Set<String> = .words(
    """
    after and as at because before but by during error for from in instead is not on or response status than then
    to until via was when while with
    """
  )
  fileprivate static let statuses = 200...599
  fileprivate static let successes: Set<String> = ["200", "201", "202", "204"]

  /// True for `ORA-00942`, `MY-013360` and the like.
  static func isCode(_ bytes: Bytes) -> Bool {
    let parts = bytes.parts(by: "-")
    guard parts.count == 2, parts[0].isWord, !parts[0].hasLower, parts[1].isDigits else { return false }
    return (2...4).contains(parts[0].count)
  }

  /// True for a code of Windows such as `0x80070005`.
  static func isHexCode(_ bytes: Bytes) -> Bool {
    bytes.count == 10 && "8cC".utf8.contains(bytes[bytes.startIndex + 2])
  }
}

extension [Piece] {
  /// Keeps the numbers that are codes; the others become `#`.
  mutating func keepCodes() {
    let isAboutHTTP = contains { $0.isWord(in: ["http", "https"]) || Codes.successes.contains($0.text) }
    for index in indices where self[index].sort == .number && self[index].text.utf8.count <= 10 {
      if isNamedCode(at: index) || isAnnounced(at: index) || isSystemCode(at: index) || isBracketed(at: index)
        || isStatus(at: index, isAboutHTTP)
      {
        self[index].sort = .code
      }
    }
  }

  /// The word before it, over signs and words between.
  private func word(before index: Int, over fillers: Set<String> = []) -> Int? {
    var last = index - 1
    while last >= 0 {
      let piece = self[last]
      let isBetween = piece.sort == .blank || (piece.sort == .sign && ":=([#\"'-_<.>".contains(piece.text))
      guard isBetween || piece.isWord(in: fillers) else { return last }
      last -= 1
    }
    return nil
  }

  /// A number after `code`, `status`, `errno` and the like.
  private func isNamedCode(at index: Int) -> Bool {
    guard let word = word(before: index, over: Codes.fillers), self[word].sort == .word else { return false }
    let name = self[word].text.lastCamelWord
    guard Codes.words.contains(name) || self[word].isWord(in: Codes.words) else { return false }
    // `error: 12 rows differ`
    return !["error", "err"].contains(name) || !isFollowedByNoun(index)
  }

  /// A number after a colon, or after `was`, of a clause that speaks of a code.
  private func isAnnounced(at index: Int) -> Bool {
    guard let start = indexBeforeBlanks(index),
      self[start].isSign(":") || self[start].isWord(in: ["is", "was"])
    else { return false }
    for piece in self[Swift.max(0, start - 12)..<start].reversed() {
      switch piece.sort {
      case .blank: continue
      case .word: if Codes.announcing.contains(piece.text.lastCamelWord) { return true }
      default: return false
      }
    }
    return false
  }

  /// `-25300`, but no coordinate.
  private func isSystemCode(at index: Int) -> Bool {
    let digits = self[index].text.dropFirst()
    return self[index].text.hasPrefix("-") && (4...6).contains(digits.utf8.count) && digits.utf8.allSatisfy(\.isDigit)
  }

  /// `unavailable (14)`, `1205 (40001)`.
  private func isBracketed(at index: Int) -> Bool {
    guard index > 1, index + 1 < count, self[index - 1].isSign("(") || self[index - 1].isSign("["),
      self[index + 1].isSign(")") || self[index + 1].isSign("]"), let last = indexBeforeBlanks(index - 1)
    else { return false }
    let before = self[last].isSign("]") || self[last].isSign(")") ? last - 1 : last
    return self[before].sort == .code
      || (self[last].sort == .word && ["exception", "error"].contains(self[last].text.lastCamelWord))
  }

  /// A status of HTTP, where the words around it say so.
  private func isStatus(at index: Int, _ isAboutHTTP: Bool) -> Bool {
    guard Codes.statuses.contains(Int(self[index].text) ?? 0), !isFollowedByNoun(index) else { return false }
    guard let last = word(before: index, over: ["with", "a", "an", "was"]) else { return true }
    return isAboutHTTP || self[last].isWord(in: Codes.answers) || self[last].sort == .path
  }

  /// True for `404 rows`.
  private func isFollowedByNoun(_ index: Int) -> Bool {
    guard index + 2 < count, self[index + 1].sort == .blank, self[index + 2].sort == .word else { return false }
    return self[index + 2].text.utf8.first?.isLower == true && !self[index + 2].isWord(in: Codes.conjunctions)
  }
}

extension String {
  /// `code` of `statusCode` and of `errorCodeKey`.
  fileprivate var lastCamelWord: String {
    let bytes = ArraySlice(utf8)
    guard bytes.hasLower, bytes.hasUpper else { return lowercased() }
    var rest = bytes
    var words: [String] = []
    for length in bytes.camelLengths {
      words.append(rest.prefix(length).text.lowercased())
      rest = rest.dropFirst(length)
    }
    return words.last { !Codes.fillers.contains($0) } ?? ""
  }
}
