/// A message taken apart into the stretches between blanks, brackets, quotes and the like.
struct Stretches {
  private static let signs = Set("\"'`()[]{}<>,;=|!*^?&$".utf8)
  /// The end of a query of a URL.
  private static let queryEnds = Set(" \"'`)]}>,".utf8)

  private(set) var pieces: [Piece] = []

  init(of bytes: [UInt8]) {
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: " ") {
        pieces.append(.blank)
        index += 1
      } else if Self.signs.contains(byte) {
        pieces.append(Piece(.sign, bytes[index...index].text))
        index += 1
      } else {
        let end = Self.end(ofStretchAt: index, in: bytes)
        add(bytes[index..<end])
        index = end
      }
    }
  }

  private mutating func add(_ stretch: Bytes) {
    var word = stretch
    while let last = word.last, word.count > 1, last == UInt8(ascii: ".") || last == UInt8(ascii: ":") {
      word.removeLast()
    }
    pieces += Stretch(bytes: word).pieces
    for byte in stretch[word.endIndex...] { pieces.append(Piece(.sign, byte == UInt8(ascii: ".") ? "." : ":")) }
  }

  private static func end(ofStretchAt start: Int, in bytes: [UInt8]) -> Int {
    var index = start
    while index < bytes.count, bytes[index] != UInt8(ascii: " ") {
      let byte = bytes[index]
      if signs.contains(byte) {
        let stretch = bytes[start..<index]
        let next: UInt8 = index + 1 < bytes.count ? bytes[index + 1] : 0
        switch byte {
        case UInt8(ascii: ",") where stretch.last?.isDigit == true && next.isDigit: break
        case UInt8(ascii: "?") where stretch.count > 1 && next.isAlphanumeric:
          return bytes[index...].firstIndex { queryEnds.contains($0) } ?? bytes.count
        case UInt8(ascii: "[") where stretch.suffix(3).starts("://"):
          index = bytes[index...].first("]") ?? index
        case UInt8(ascii: "=") where stretch.isRandomText && !next.isAlphanumeric:
          return next == UInt8(ascii: "=") ? index + 2 : index + 1
        default: return index
        }
      }
      index += 1
    }
    return index
  }
}
