/// A place in a source file, such as `CartTests.swift:57:9`.
struct SourcePlace {
  private static let extensions: Set<String> = .words(
    """
    c cc cpp cs dart feature go h hpp java js jsx kt kts m mjs mm php py rb rs scala swift ts tsx
    """
  )
  /// Words of assertions and traps, which do not describe the assertion.
  private static let general: Set<String> = .words(
    """
    a actual an and array as assert assertion assertionerror assertionfailederror at be bounds but equal error
    exception expectation expected expression failed failure false fatal for found got greater in index
    indexoutofboundsexception is issue java junit lang length less line list main nil none not null
    nullpointerexception of on opentest4j optional or org out panicked range received recorded than the thread to
    true undefined unexpected unexpectedly unwrapping value was while with
    """
  )

  let file: String
  /// The line, such as `:57`.
  let line: String

  init?(_ bytes: Bytes) {
    let parts = bytes.parts(by: ":")
    guard (2...3).contains(parts.count), parts.dropFirst().allSatisfy({ $0.isDigits }) else { return nil }
    let name = parts[0].parts(by: "/").last ?? parts[0]
    guard let type = name.parts(by: ".").last, name.has("."), Self.extensions.contains(type.text) else { return nil }
    (file, line) = (name.text, ":\(parts[1].text)")
  }

  /// True if a word describes the failure.
  static func saysSomething(_ piece: Piece) -> Bool {
    piece.sort == .word && piece.text.utf8.contains { $0.isLower || $0.isUpper } && !piece.isWord(in: general)
      && !piece.text.hasPrefix("XCT")
  }
}

extension [Piece] {
  /// Keeps the lines of places if nothing else identifies the check.
  ///
  /// A moved line then makes a new cause of an old one, but only for an assertion without words. The alternative would
  /// hide a bug: two assertions taken for one.
  mutating func keepLinesWithoutWords() {
    guard contains(where: { $0.sort == .line }), !contains(where: SourcePlace.saysSomething) else { return }
    for index in indices where self[index].sort == .line { self[index].sort = .other }
  }
}
