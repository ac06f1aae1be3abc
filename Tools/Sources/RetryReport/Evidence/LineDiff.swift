internal import Foundation

/// The differences of two texts, line by line.
struct LineDiff {
  /// Lines of both texts, or removed lines and those that replace them.
  struct Run {
    let old: Range<Int>
    let new: Range<Int>
    let isSame: Bool
  }

  /// The maximum number of lines that are compared, from the first difference on; more would take seconds.
  static let mostLines = 2_000
  /// The maximum number of lines of a text; the rest counts as one line.
  private static let mostSplits = 200_000
  /// The length in bytes beyond which a line is split after its tags or its values.
  private static let longLine = 300

  let old: [Bytes]
  let new: [Bytes]
  /// The runs in order; identical and changed lines alternate.
  private(set) var runs: [Run] = []
  /// The number of lines after those that are compared.
  let linesLeftOut: Int

  /// Fails if one is not a text.
  init?(_ old: Data, _ new: Data) {
    guard let old = Self.lines(of: old), let new = Self.lines(of: new) else { return nil }
    let head = zip(old, new).prefix { $0 == $1 }.count
    let end = head + Self.mostLines
    self.old = Array(old.prefix(end))
    self.new = Array(new.prefix(end))
    linesLeftOut = max(0, max(old.count, new.count) - end)
    addRuns()
  }

  private mutating func addRuns() {
    var gone: Set<Int> = []
    var added: Set<Int> = []
    for change in new.map(\.hashValue).difference(from: old.map(\.hashValue)) {
      switch change {
      case .remove(let offset, _, _): gone.insert(offset)
      case .insert(let offset, _, _): added.insert(offset)
      }
    }
    var left = 0
    var right = 0
    while left < old.count || right < new.count {
      let start = (old: left, new: right)
      let isSame = !gone.contains(left) && !added.contains(right)
      if isSame {
        while left < old.count, !gone.contains(left), !added.contains(right) {
          left += 1
          right += 1
        }
      } else {
        while gone.contains(left) { left += 1 }
        while added.contains(right) { right += 1 }
      }
      runs.append(Run(old: start.old..<left, new: start.new..<right, isSame: isSame))
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
