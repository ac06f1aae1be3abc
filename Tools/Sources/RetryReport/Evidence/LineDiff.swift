internal import Foundation

/// The lines of two texts, in the order in which they are shown.
struct LineDiff {
  enum Change {
    case same, removed, added
  }

  /// The maximum number of lines that are compared, from the first difference on; more would take seconds.
  static let mostLines = 2_000
  /// The maximum number of lines of a text; the rest counts as one line.
  private static let mostSplits = 200_000
  /// The length in bytes beyond which a line is split after its tags or its values.
  private static let longLine = 300

  private(set) var lines: [(change: Change, text: Bytes)] = []
  let linesLeftOut: Int

  /// Fails if one of them is not text.
  init?(_ old: Data, _ new: Data) {
    guard let old = Self.lines(of: old), let new = Self.lines(of: new) else { return nil }
    let end = zip(old, new).prefix { $0 == $1 }.count + Self.mostLines
    linesLeftOut = max(0, max(old.count, new.count) - end)
    add(old.prefix(end), new.prefix(end))
  }

  private mutating func add(_ old: ArraySlice<Bytes>, _ new: ArraySlice<Bytes>) {
    var (removed, added) = (Set<Int>(), Set<Int>())
    for change in new.map(\.hashValue).difference(from: old.map(\.hashValue)) {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): added.insert(offset)
      }
    }
    var (left, right) = (0, 0)
    while left < old.count || right < new.count {
      let change: Change = removed.contains(left) ? .removed : added.contains(right) ? .added : .same
      lines.append((change, change == .removed ? old[left] : new[right]))
      if change != .added { left += 1 }
      if change != .removed { right += 1 }
    }
  }

  private static func lines(of data: Data) -> [Bytes]? {
    let bytes = [UInt8](data)
    guard !bytes.contains(0) else { return nil }
    var lines = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: mostSplits, omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines.flatMap { parts(of: $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0) }
  }

  /// The parts of a long line, because a text without line breaks would be one difference.
  private static func parts(of line: Bytes) -> [Bytes] {
    if line.count <= longLine { return [line] }
    var parts: [Bytes] = []
    var start = line.startIndex
    for next in line.indices.dropFirst() {
      let isEnd =
        switch line[next - 1] {
        case UInt8(ascii: ">"): line[next] == UInt8(ascii: "<")
        case UInt8(ascii: ","): #""{["#.utf8.contains(line[next])
        default: false
        }
      guard isEnd else { continue }
      parts.append(line[start..<next])
      start = next
    }
    return parts + [line[start...]]
  }
}
