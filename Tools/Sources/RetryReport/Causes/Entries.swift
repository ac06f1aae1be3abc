/// Entries of dictionaries, which come in another order in each process.
extension [Piece] {
  /// Puts the entries of each `{key=value, …}` and `["key": value, …]` in one order.
  mutating func sortEntries() {
    var sorted: [Piece] = []
    var open: [Int] = []
    for piece in self {
      sorted.append(piece)
      if piece.sort == .sign, "([{".contains(piece.text) {
        open.append(sorted.count - 1)
      } else if let opening = piece.opening, let start = open.last(where: { sorted[$0].isSign(opening) }) {
        open.removeLast(open.count - (open.lastIndex(of: start) ?? 0))
        let inside = Array(sorted[(start + 1)..<(sorted.count - 1)])
        let group = [sorted[start]] + inside.inOrder + [piece]
        // From the outside it is one value, whatever is in it.
        sorted.replaceSubrange(start..., with: [Piece(.other, group.text)])
      }
    }
    self = sorted
  }

  /// The entries of a dictionary, in the order of their texts; anything else as it is.
  private var inOrder: [Piece] {
    let parts = split { $0.isSign(",") }.map { Array($0.drop { $0.sort == .blank }) }
    guard parts.count > 1, let style = parts[0].keyStyle, parts.allSatisfy({ $0.keyStyle == style }) else {
      return self
    }
    return [Piece(.other, parts.map(\.text).sorted().joined(separator: ", "))]
  }

  /// The sign behind its key: `=` for `key=value`, `:` for `"key": value`.
  private var keyStyle: String? { first { $0.isSign("=") || $0.isSign(":") }?.text }
}

extension Piece {
  /// The bracket that it closes.
  fileprivate var opening: String? {
    guard sort == .sign else { return nil }
    return switch text {
    case ")": "("
    case "]": "["
    case "}": "{"
    default: nil
    }
  }
}
