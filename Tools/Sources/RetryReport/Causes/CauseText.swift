/// The message of a cause, as bytes that are quick to look at.
struct CauseText {
  /// The number of characters that are looked at; the library writes no more.
  private static let longest = 1_024

  private let bytes: [UInt8]

  /// The message on one line, with straight quotes.
  init(_ message: String) {
    var line = String.UnicodeScalarView()
    for scalar in message.unicodeScalars.prefix(Self.longest) {
      switch scalar {
      case "\u{2018}", "\u{2019}": line.append("'")
      case "\u{201C}", "\u{201D}", "\u{201E}", "\u{00AB}", "\u{00BB}": line.append("\"")
      case "\u{00A0}", "\u{2009}", "\u{202F}", "\u{0000}"..."\u{0020}": line.append(" ")
      default: line.append(scalar)
      }
    }
    bytes = Array(String(line).utf8)
  }

  func contains(_ text: String) -> Bool {
    String(decoding: bytes, as: UTF8.self).contains(String(decoding: CauseText(text).bytes, as: UTF8.self))
  }

  /// The message with placeholders for the parts that change.
  var normalized: String {
    var pieces = Stretches(of: bytes).pieces
    pieces.dropSettings()
    pieces.foldElements()
    pieces.foldStatements()
    pieces.foldComparedValues()
    pieces.foldMeasures()
    pieces.foldMoments()
    pieces.keepCodes()
    pieces.keepLinesWithoutWords()
    pieces.foldPlurals()
    pieces.sortEntries()
    return pieces.text
  }
}
