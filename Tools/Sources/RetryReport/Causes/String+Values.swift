extension String {
  /// The number of characters of a message that are looked at; the library writes no more.
  private static let longest = 1_024

  var onOneLine: String {
    let scalars = unicodeScalars.prefix(Self.longest).map { $0.properties.isWhitespace || $0.value < 32 ? " " : $0 }
    return String(String.UnicodeScalarView(scalars))
  }

  /// The message with placeholders for the parts that change.
  var withoutValues: String {
    var pieces = Stretches(of: Array(onOneLine.foldingPassages.utf8)).pieces
    pieces.foldMeasures()
    pieces.foldMoments()
    pieces.keepCodes()
    pieces.keepLinesWithoutWords()
    pieces.foldPlurals()
    pieces.sortEntries()
    return pieces.text
  }
}
