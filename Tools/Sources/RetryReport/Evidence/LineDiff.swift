/// The differences of two lists of lines.
///
/// Lines that are in both lists once are anchors (Bram Cohen's patience diff), and `CollectionDifference` fills the gaps
/// between them. If that would take too long, all lines of a gap are gone and new.
struct LineDiff {
  struct Run {
    /// The lines of the first list; none if the run is new.
    let old: Range<Int>
    /// The lines of the second list; none if the run is gone.
    let new: Range<Int>
    let isSame: Bool
  }

  /// The number of lines of a gap, in both lists, beyond which all of them are gone and new.
  private static let mostLines = 1_000

  /// The runs in order, each of another sort than the one before.
  private(set) var runs: [Run] = []
  /// The number of pairs of lines that may still be compared, in all gaps together.
  private var room = 20_000_000

  /// - Parameters:
  ///   - old: A number for each line, the same for the same text.
  ///   - new: The same for the other list.
  init(_ old: [Int], _ new: [Int]) {
    var (left, right) = (0, 0)
    for (oldAnchor, newAnchor) in Self.anchors(old, new) {
      fill(old, left..<oldAnchor, new, right..<newAnchor)
      append(same: 1, at: (oldAnchor, newAnchor))
      (left, right) = (oldAnchor + 1, newAnchor + 1)
    }
    fill(old, left..<old.count, new, right..<new.count)
  }

  /// The longest rising list of pairs of lines that are once in each list.
  private static func anchors(_ old: [Int], _ new: [Int]) -> [(Int, Int)] {
    let places = onlyOnce(new)
    let pairs = onlyOnce(old).compactMap { line, index in places[line].map { (index, $0) } }.sorted { $0.0 < $1.0 }
    // The last pair of the best list of each length, and the pair before each.
    var ends: [Int] = []
    var before: [Int?] = []
    for (number, pair) in pairs.enumerated() {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if pairs[ends[middle]].1 < pair.1 { low = middle + 1 } else { high = middle }
      }
      before.append(low == 0 ? nil : ends[low - 1])
      if low == ends.count { ends.append(number) } else { ends[low] = number }
    }
    var chain: [(Int, Int)] = []
    var next = ends.last
    while let number = next {
      chain.append(pairs[number])
      next = before[number]
    }
    return chain.reversed()
  }

  /// The places of the lines that come once.
  private static func onlyOnce(_ lines: [Int]) -> [Int: Int] {
    var places: [Int: Int] = [:]
    for (index, line) in lines.enumerated() { places[line] = places[line] == nil ? index : -1 }
    return places.filter { $0.value >= 0 }
  }

  private mutating func fill(_ old: [Int], _ left: Range<Int>, _ new: [Int], _ right: Range<Int>) {
    let head = zip(left, right).prefix { old[$0] == new[$1] }.count
    append(same: head, at: (left.lowerBound, right.lowerBound))
    let (left, right) = (left.dropFirst(head), right.dropFirst(head))
    let tail = zip(left.reversed(), right.reversed()).prefix { old[$0] == new[$1] }.count
    between(old, left.dropLast(tail), new, right.dropLast(tail))
    append(same: tail, at: (left.upperBound - tail, right.upperBound - tail))
  }

  /// Appends a gap, whose first lines and last lines differ.
  private mutating func between(_ old: [Int], _ left: Range<Int>, _ new: [Int], _ right: Range<Int>) {
    let pairs = left.count * right.count
    guard left.count + right.count <= Self.mostLines, pairs <= room else {
      return append(Run(old: left, new: right, isSame: false))
    }
    room -= pairs
    var gone: Set<Int> = []
    var added: Set<Int> = []
    for change in new[right].difference(from: old[left]) {
      switch change {
      case .remove(let offset, _, _): gone.insert(left.lowerBound + offset)
      case .insert(let offset, _, _): added.insert(right.lowerBound + offset)
      }
    }
    var x = left.lowerBound
    var y = right.lowerBound
    while x < left.upperBound || y < right.upperBound {
      let isGone = gone.contains(x)
      let isNew = !isGone && added.contains(y)
      append(Run(old: x..<(isNew ? x : x + 1), new: y..<(isGone ? y : y + 1), isSame: !isGone && !isNew))
      if !isNew { x += 1 }
      if !isGone { y += 1 }
    }
  }

  private mutating func append(same count: Int, at place: (x: Int, y: Int)) {
    append(Run(old: place.x..<place.x + count, new: place.y..<place.y + count, isSame: true))
  }

  private mutating func append(_ run: Run) {
    if run.old.isEmpty, run.new.isEmpty { return }
    if let last = runs.last, last.isSame == run.isSame {
      runs[runs.count - 1] = Run(
        old: last.old.lowerBound..<run.old.upperBound,
        new: last.new.lowerBound..<run.new.upperBound,
        isSame: run.isSame
      )
    } else {
      runs.append(run)
    }
  }
}
