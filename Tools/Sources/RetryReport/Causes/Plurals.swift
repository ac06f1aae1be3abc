/// The words after a count: one thing has others than several.
enum Plurals {
  fileprivate static let irregular: [String: String] = [
    "are": "is", "caches": "cache", "children": "child", "cookies": "cookie", "do": "does", "have": "has",
    "indices": "index", "men": "man", "movies": "movie", "people": "person", "were": "was", "women": "woman",
  ]
  /// Ends of words that have an `s` of their own.
  private static let ends = ["ss", "us", "is"]

  /// `entry` for `entries`.
  fileprivate static func singular(of word: String) -> String {
    if let form = irregular[word] { return form }
    guard word.count > 3, word.hasSuffix("s"), !["does", "always"].contains(word), !ends.contains(where: word.hasSuffix)
    else { return word }
    if word.hasSuffix("ies") { return "\(word.dropLast(3))y" }
    let isLong = ["ches", "shes", "sses", "xes"].contains(where: word.hasSuffix)
    return String(word.dropLast(isLong ? 2 : 1))
  }
}

extension [Piece] {
  /// Puts the words after a count in the singular: `1 element was` and `2 elements were` are one kind.
  mutating func foldPlurals() {
    for index in indices where self[index].sort == .number {
      for next in words(after: index) { self[next].text = Plurals.singular(of: self[next].text) }
    }
  }

  /// The words next to a count, with blanks between.
  private func words(after index: Int) -> [Int] {
    var words: [Int] = []
    var next = index + 1
    while next + 1 < count, self[next].sort == .blank, self[next + 1].sort == .word {
      words.append(next + 1)
      next += 2
    }
    return words
  }
}
