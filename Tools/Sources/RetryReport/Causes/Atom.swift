/// Letters and digits without anything between them: a word, a number, an id.
struct Atom {
  /// Words with a number that belongs to them.
  private static let named: Set<String> = .words(
    """
    aes android arm base chacha crc ec es float h hs http i int ip ipv iso java jdk junit latin log md mp neo oauth
    opentest p python rfc rs s secp sha simd slf swift test tls ubuntu uint utf vec web win x
    """
  )
  /// Ends of a number that says which of many: `3rd`.
  private static let ordinals: Set<String> = ["st", "nd", "rd", "th"]

  let piece: Piece

  /// - Parameters:
  ///   - sign: The text before it.
  ///   - isAfterID: True if it is the next part of a name whose last part was an id.
  init(_ bytes: Bytes, after sign: String, isAfterID: Bool) {
    if bytes.isDigits {
      let isPartOfName = sign == "_" && bytes.count < 3
      piece = Piece(isPartOfName ? .word : .number, bytes.text)
    } else if bytes.isID || (isAfterID && bytes.isShortID) {
      piece = Piece(.number, bytes.text)
    } else {
      piece = bytes.isWord ? Piece(.word, bytes.text) : Self.word(bytes)
    }
  }

  private static func word(_ bytes: Bytes) -> Piece {
    let suffix = bytes.drop(while: \.isDigit)
    if suffix.count < bytes.count, suffix.isWord {
      if Measure.isSize(suffix.text) { return Piece(.other, "<size>") }
      let isNumber = ordinals.contains(suffix.text) || bytes.count > 5
      return isNumber ? Piece(.number, bytes.text) : Piece(.other, "#\(suffix.text)")
    }
    let letters = bytes.prefix { !$0.isDigit }
    if !letters.hasLower, bytes.changes == 1 { return Piece(.code, bytes.text) }
    if named.contains(letters.text.lowercased()) { return Piece(.word, bytes.text) }
    // `user40` is one of many; `iPhone15` and `x86` are names.
    let isOneOfMany = letters.count > 2 && !letters.hasUpper
    return Piece(.word, bytes.foldingNumbers(from: isOneOfMany ? 2 : 3))
  }
}

extension Bytes {
  /// `9f3ac1d2`, `k3j9x0a2`, `bcdfghjk`.
  fileprivate var isID: Bool {
    if count > 3, isHex, hasDigit { return true }
    let isMixed = count > 5 && changes > 1 && !(hasLower && hasUpper)
    return isMixed || (count > 7 && !hasUpper && !hasVowel) || isRandomText || isLongerThanWords
  }

  /// True if it looks like base64 or the like: the case changes and digits come where no word has them.
  var isRandomText: Bool {
    guard count > 7, hasLower, hasUpper, hasDigit,
      allSatisfy({ $0.isAlphanumeric && $0 < 0x80 || "+/_-=".utf8.contains($0) })
    else { return false }
    let average = Double(count(where: \.isAlphanumeric)) / Double(Swift.max(camelLengths.count, 1))
    return average <= (count < 24 ? 2.5 : 3.3)
  }

  /// True for letters that are no words in a row: words of more than 23 letters are written apart, or in camel case.
  fileprivate var isLongerThanWords: Bool { count > 23 && camelLengths.contains { $0 > 23 } }

  /// The end of the name of a pod, such as `x2x8k`.
  fileprivate var isShortID: Bool { count == 5 && !hasVowel }

  fileprivate var hasVowel: Bool { contains { "aeiouyAEIOUY".utf8.contains($0) } }

  /// The text with `#` for each number of so many digits.
  func foldingNumbers(from length: Int) -> String {
    var text = ""
    var rest = self
    while let first = rest.first {
      let part = rest.prefix { $0.isDigit == first.isDigit }
      text += first.isDigit && part.count >= length ? "#" : part.text
      rest = rest[part.endIndex...]
    }
    return text
  }
}
