/// The differences of two lists of lines.
///
/// Lines that are in both lists once are anchors (Bram Cohen's patience diff), and Myers' algorithm (1986) fills the
/// gaps between them. If that would take too long, all lines of a gap are gone and new.
struct LineDiff: Equatable, Sendable {
  struct Run: Equatable, Sendable {
    /// The lines of the first list; none if the run is new.
    let old: Range<Int>
    /// The lines of the second list; none if the run is gone.
    let new: Range<Int>
    let isSame: Bool
  }

  /// The number of different lines in a gap beyond which all its lines are gone and new.
  private static let mostChanges = 200
  /// The number of steps of Myers' algorithm in all gaps together; the gap that reaches it is the last.
  private static let mostSteps = 2_000_000

  /// The runs in order, each of another sort than the one before.
  private(set) var runs: [Run] = []
  private(set) var steps = 0

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

  /// Myers' greedy algorithm, from the first lines of both lists on.
  private mutating func between(_ old: [Int], _ left: Range<Int>, _ new: [Int], _ right: Range<Int>) {
    guard !left.isEmpty, !right.isEmpty, steps < Self.mostSteps else { return replace(left, by: right) }
    // The place that each diagonal has reached, after each number of changes.
    var reached: [[Int]] = []
    var current = [0, 0, 0]
    for changes in 0...Self.mostChanges {
      reached.append(current)
      var next = Array(repeating: 0, count: 2 * changes + 5)
      for diagonal in stride(from: -changes, through: changes, by: 2) {
        let at = diagonal + changes + 1
        let isDown = diagonal == -changes || (diagonal != changes && current[at - 1] < current[at + 1])
        var x = isDown ? current[at + 1] : current[at - 1] + 1
        while x < left.count, x - diagonal < right.count,
          old[left.lowerBound + x] == new[right.lowerBound + x - diagonal]
        {
          x += 1
          steps += 1
        }
        steps += 1
        next[at + 1] = x
        if x >= left.count, x - diagonal >= right.count {
          return follow(reached, from: (left.count, right.count), offset: (left.lowerBound, right.lowerBound))
        }
      }
      if steps > Self.mostSteps { break }
      current = next
    }
    replace(left, by: right)
  }

  /// Appends the way back from the end, turned round.
  private mutating func follow(_ reached: [[Int]], from end: (x: Int, y: Int), offset: (x: Int, y: Int)) {
    var (x, y) = end
    var edits: [(x: Int, y: Int, isDown: Bool, same: Int)] = []
    for changes in reached.indices.reversed().dropLast() {
      let diagonal = x - y
      let at = diagonal + changes + 1
      let row = reached[changes]
      let isDown = diagonal == -changes || (diagonal != changes && row[at - 1] < row[at + 1])
      let start = isDown ? row[at + 1] : row[at - 1]
      let startY = isDown ? start - (diagonal + 1) : start - (diagonal - 1)
      let same = isDown ? x - start : x - start - 1
      edits.append((start, startY, isDown, same))
      (x, y) = (start, startY)
    }
    append(same: x, at: offset)
    for edit in edits.reversed() {
      let place = (x: offset.x + edit.x, y: offset.y + edit.y)
      append(
        Run(
          old: place.x..<place.x + (edit.isDown ? 0 : 1),
          new: place.y..<place.y + (edit.isDown ? 1 : 0),
          isSame: false
        )
      )
      append(same: edit.same, at: (place.x + (edit.isDown ? 0 : 1), place.y + (edit.isDown ? 1 : 0)))
    }
  }

  private mutating func replace(_ left: Range<Int>, by right: Range<Int>) {
    append(Run(old: left, new: right, isSame: false))
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
