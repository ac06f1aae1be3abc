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
        while let last = open.popLast(), last != start {}
        let inside = Array(sorted[(start + 1)..<(sorted.count - 1)])
        let group = [sorted[start]] + (opening == "(" ? inside : inside.inOrder) + [piece]
        // From the outside it is one value, whatever is in it.
        sorted.replaceSubrange(start..., with: [Piece(.other, group.text)])
      }
    }
    // An error that was cut off has lost other entries in each process.
    if let start = open.first(where: { $0 > 1 && sorted[$0 - 2].text == "UserInfo" }) {
      sorted.replaceSubrange((start + 1)..., with: [Piece(.other, "…")])
    }
    self = sorted
  }

  /// The entries of a dictionary, in the order of their texts; anything else as it is.
  private var inOrder: [Piece] {
    var entries: [[Piece]] = []
    let parts = split { $0.isSign(",") }.map { Array($0.drop { $0.sort == .blank }) }
    guard parts.count > 1, let style = parts[0].keyStyle else { return self }
    for part in parts {
      if part.keyStyle == style {
        entries.append(part)
      } else {
        // A comma of a text.
        entries[entries.count - 1] += [Piece(.sign, ","), .blank] + part
      }
    }
    return [Piece(.other, entries.map(\.text).sorted().joined(separator: ", "))]
  }

  /// The signs at its key: `=` for `key=value`, `":` for `"key": value`.
  private var keyStyle: String? {
    guard let first, let end = firstIndex(where: { $0.isSign("=") || $0.isSign(":") }), end > 0 else { return nil }
    let key = self[..<end]
    let quotes = key.count { $0.isSign("\"") || $0.isSign("'") }
    guard quotes.isMultiple(of: 2), !key.contains(.blank) else { return nil }
    return (quotes > 0 ? first.text : "") + self[end].text
  }
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
