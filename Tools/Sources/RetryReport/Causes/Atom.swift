/// Letters and digits without anything between them: a word, a number, an id.
struct Atom {
  /// Words with a number that belongs to them.
  private static let named: Set<String> = .words(
    """
    aes android arm base chacha crc ec es float h hs http i int ip ipv iso java jdk junit latin log md mp neo oauth
    opentest p python rfc rs s secp sha simd slf swift test tls ubuntu uint utf vec web win x
    """
  )
  /// Letters that follow a number and belong to it.
  private static let suffixes: Set<String> = .words(
    """
    d dp dpi fps g hz k m p pt px sp x
    """
  )
  /// Ends of a number that says which of many: `3rd`.
  private static let ordinals: Set<String> = ["st", "nd", "rd", "th"]

  let piece: Piece

  /// - Parameters:
  ///   - sign: The text before it.
  ///   - isAfterID: True if it is the next part of a name whose last part was an id.
  init(_ bytes: Bytes, after sign: String, isAfterID: Bool) {
    if bytes.isWord {
      let isID =
        bytes.isRandomText || bytes.isLongerThanWords || (isAfterID && bytes.isShortID)
        || (bytes.count >= 8 && bytes.isHex)
      piece = isID ? Piece(.number, bytes.text) : Piece(.word, bytes.text)
    } else if bytes.isDigits {
      let isPartOfName = sign == "_" && bytes.count < 3
      piece = isPartOfName ? Piece(.word, bytes.text) : Piece(.number, bytes.text)
    } else if bytes.isHexID || bytes.isRandomText || Self.isMixed(bytes) || (isAfterID && bytes.isShortID) {
      piece = Piece(.number, bytes.text)
    } else {
      piece = Self.word(bytes)
    }
  }

  /// `k3j9x0a2`, in one case.
  private static func isMixed(_ bytes: Bytes) -> Bool {
    if bytes.count >= 8, !bytes.hasUpper, !bytes.hasVowel { return true }
    guard bytes.changes > 1, !(bytes.hasLower && bytes.hasUpper) else { return false }
    if bytes.count < 6 { return bytes.first?.isDigit == true || (bytes.count == 5 && !bytes.hasVowel) }
    let prefix = bytes.prefix { !$0.isDigit }.text.lowercased()
    return prefix.count < 3 || !named.contains(prefix)
  }

  private static func word(_ bytes: Bytes) -> Piece {
    if bytes.first?.isDigit == true {
      let letters = bytes.drop(while: \.isDigit)
      if letters.isWord {
        let suffix = letters.text
        if ordinals.contains(suffix) { return Piece(.number, bytes.dropLast(2).text) }
        if Measure.isTime(suffix) { return Piece(.other, "<time>") }
        if Measure.isSize(suffix) { return Piece(.other, "<size>") }
        return suffixes.contains(suffix.lowercased()) || bytes.count < 6
          ? Piece(.other, "#\(suffix)") : Piece(.number, bytes.text)
      }
    }
    let letters = bytes.prefix { !$0.isDigit }
    let isCode = !letters.isEmpty && !letters.hasLower && bytes.changes == 1
    if isCode, letters.count > 1 || bytes.count > 3 { return Piece(.code, bytes.text) }
    let name = letters.text.lowercased()
    if named.contains(name) || Codes.isLabel(name) { return Piece(.word, bytes.text) }
    // `user40` is one of many; `iPhone15` and `x86` are names.
    let isOneOfMany = letters.count > 2 && !letters.hasUpper
    return Piece(.word, bytes.foldingNumbers(from: isOneOfMany ? 2 : 3))
  }
}

extension Bytes {
  /// Hex digits in one case, with a number in them.
  fileprivate var isHexID: Bool {
    guard count >= 4, isHex, hasDigit, !(hasLower && hasUpper) else { return false }
    // `E0308` is the code of a compiler.
    let isCompilerCode = hasUpper && count < 7 && dropFirst().isDigits
    return !isCompilerCode
  }

  /// True if it looks like base64 or the like: the case changes and digits come where no word has them.
  var isRandomText: Bool {
    guard hasLower, hasUpper, allSatisfy({ $0.isAlphanumeric && $0 < 0x80 || "+/_-=".utf8.contains($0) }) else {
      return false
    }
    let symbols = count { !$0.isAlphanumeric }
    if has("/"), count < 20 || count(of: "/") > 2 + count / 16 || !hasDigit { return false }
    let lengths = camelLengths
    let average = Double(count - symbols) / Double(Swift.max(lengths.count, 1))
    switch count {
    case ..<8: return false
    case ..<16: return hasDigit && symbols == 0 && average <= 2 && changes > 1
    case ..<24: return hasDigit && average <= 2.75
    default: return average <= (hasDigit ? 3.3 : 2.75)
    }
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
