import Testing

@testable import RetryReport

@Suite struct LineDiffTests {
  /// The length of the longest common subsequence, by the textbook.
  private func shared(_ left: [Int], _ right: [Int]) -> Int {
    var row = Array(repeating: 0, count: right.count + 1)
    for line in left {
      var next = row
      for index in right.indices {
        next[index + 1] = line == right[index] ? row[index] + 1 : max(row[index + 1], next[index])
      }
      row = next
    }
    return row[right.count]
  }

  /// True if the runs cover both lists completely and correctly.
  private func isSound(_ diff: LineDiff, _ old: [Int], _ new: [Int]) -> Bool {
    var (left, right) = (0, 0)
    for run in diff.runs {
      guard run.old.lowerBound == left, run.new.lowerBound == right, !(run.old.isEmpty && run.new.isEmpty) else {
        return false
      }
      if run.isSame, Array(old[run.old]) != Array(new[run.new]) { return false }
      (left, right) = (run.old.upperBound, run.new.upperBound)
    }
    return left == old.count && right == new.count
      && zip(diff.runs, diff.runs.dropFirst()).allSatisfy { $0.isSame != $1.isSame }
  }

  @Test func `the runs make both texts, whatever they are`() {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<3_000 {
      let lines = Int.random(in: 1...12, using: &random)
      let (old, new) = (0..<2).map { _ in
        (0..<Int.random(in: 0...14, using: &random)).map { _ in Int.random(in: 0...lines, using: &random) }
      }.pair
      #expect(isSound(LineDiff(old, new), old, new), "\(old) \(new)")
    }
  }

  @Test func `where no line is there once, as few lines as can be are gone and new`() {
    var random = SeededGenerator(seed: 12)
    for _ in 0..<1_000 {
      let (old, new) = (0..<2).map { _ in
        [1, 2, 1, 2] + (0..<Int.random(in: 0...20, using: &random)).map { _ in Int.random(in: 1...2, using: &random) }
      }.pair
      let same = LineDiff(old, new).runs.filter(\.isSame).reduce(0) { $0 + $1.old.count }
      #expect(same == shared(old, new), "\(old) \(new)")
    }
  }

  @Test func `a line that moved between others is one line gone and one new`() {
    let diff = LineDiff([1, 2, 3, 4, 5, 6], [1, 3, 4, 5, 2, 6])
    #expect(diff.runs.filter { !$0.isSame }.map { [$0.old.count, $0.new.count] } == [[1, 0], [0, 1]])
  }

  @Test func `texts that have nothing in common, and the same text many times, come to an end at once`() {
    let count = 200_000
    let (odd, even) = ((0..<count).map { $0 * 2 + 1 }, (0..<count).map { $0 * 2 })
    #expect(LineDiff(odd, even).runs.count == 1)
    let (short, long) = (Array(repeating: 1, count: count / 2), Array(repeating: 1, count: count))
    #expect(LineDiff(short, long).runs.count == 2)
    let (left, right) = ((0..<count).map { $0 % 7 }, (0..<count).map { $0 % 11 })
    #expect(isSound(LineDiff(left, right), left, right))
  }

  @Test func `the work is limited for the whole text, however many gaps it has`() throws {
    var random = SeededGenerator(seed: 13)
    let (old, new) = (0..<2).map { _ in
      (1...1_000).flatMap { gap in [-gap] + (0..<200).map { _ in Int.random(in: 1...9, using: &random) } }
    }.pair
    let diff = LineDiff(old, new)
    #expect(isSound(diff, old, new))
    let whole = try #require(diff.runs.first { !$0.isSame && $0.old.count > 150 })
    #expect(90_000..<120_000 ~= whole.old.lowerBound)
  }

  @Test(arguments: [
    ("body data=1", "body data=2", "body data=", "1", ""),
    ("Zoë", "Zoé", "Zo", "ë", ""),
    ("Zoé", "Zo©", "Zo", "é", ""),
    ("one", "completely different", "one", "", ""),
    ("a b c", "a b b c", "a b c", "", ""),
  ])
  func `of a line the part that the other does not have is marked, and no character is cut`(
    line: String,
    other: String,
    before: String,
    changed: String,
    after: String
  ) {
    let shown = ShownLine(Array(line.utf8)[...], insteadOf: Array(other.utf8)[...])
    #expect([shown.before + shown.after, shown.changed] == [before + after, changed])
    let start = String(repeating: "ä", count: 200)
    let long = ShownLine(Array((start + line).utf8)[...], insteadOf: Array((start + other).utf8)[...])
    #expect(!(long.before + long.changed + long.after).contains("\u{FFFD}"))
    #expect(long.before.hasPrefix("…"))
    #expect(long.before.count < 100)
  }
}

extension [[Int]] {
  fileprivate var pair: ([Int], [Int]) { (self[0], self[1]) }
}
