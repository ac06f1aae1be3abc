/// A part of a message.
struct Piece: Equatable {
  enum Sort {
    case blank
    /// A bracket, a quote, a comma.
    case sign
    case word
    /// A number or an id; `#`, unless words before it say that it is a code.
    case number
    case code
    /// A day, a time of day, or both.
    case date
    /// The line of a place in a source file.
    case line
    /// A URL or a path.
    case path
    /// A placeholder, or a text that says nothing of its own.
    case other
  }

  var sort: Sort
  var text: String

  init(_ sort: Sort, _ text: String) {
    (self.sort, self.text) = (sort, text)
  }

  static let blank = Piece(.blank, " ")

  func isSign(_ sign: String) -> Bool { sort == .sign && text == sign }

  /// True if it is the word, in capitals or not.
  func isWord(in words: Set<String>) -> Bool { sort == .word && words.contains(text.lowercased()) }

  /// The text in a kind.
  var shown: String {
    switch sort {
    case .number: "#"
    case .date: "<date>"
    case .line: ""
    default: text
    }
  }
}

extension [Piece] {
  /// The text with one blank where there were some.
  var text: String {
    var text = ""
    for piece in self {
      if piece.sort == .blank, text.isEmpty || text.last == " " { continue }
      // `attempt #1` is an attempt `#`.
      if piece.sort == .number, text.last == "#" { continue }
      // So is `17-04`.
      if piece.sort == .number, text.hasSuffix("#-") {
        text.removeLast()
        continue
      }
      text += piece.shown
    }
    return text.last == " " ? String(text.dropLast()) : text
  }

  /// The next piece that is no blank.
  func indexAfterBlanks(_ index: Int) -> Int? {
    var next = index + 1
    while next < count, self[next].sort == .blank { next += 1 }
    return next < count ? next : nil
  }

  /// The last piece before it that is no blank.
  func indexBeforeBlanks(_ index: Int) -> Int? {
    var last = index - 1
    while last >= 0, self[last].sort == .blank { last -= 1 }
    return last >= 0 ? last : nil
  }
}

extension Set<String> {
  /// The words of a text.
  static func words(_ text: String) -> Set { Set(text.split { $0 == " " || $0 == "\n" }.map(String.init)) }
}
