import Foundation
import Testing

@testable import RetryReport

@Suite struct LineDiffTests {
  /// A text with a line for each number.
  private func text(_ numbers: [Int]) -> Data { Data(numbers.map { "\($0)\n" }.joined().utf8) }

  /// Whether the runs cover both lists completely and correctly.
  private func isSound(_ diff: LineDiff) -> Bool {
    var left = 0
    var right = 0
    for run in diff.runs {
      guard run.old.lowerBound == left, run.new.lowerBound == right, !(run.old.isEmpty && run.new.isEmpty) else {
        return false
      }
      if run.isSame, diff.old[run.old] != diff.new[run.new] { return false }
      left = run.old.upperBound
      right = run.new.upperBound
    }
    return left == diff.old.count && right == diff.new.count
      && zip(diff.runs, diff.runs.dropFirst()).allSatisfy { $0.isSame != $1.isSame }
  }

  @Test func `the runs add up to both texts`() throws {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<1_000 {
      let lines = Int.random(in: 1...12, using: &random)
      let texts = (0..<2).map { _ in
        text((0..<Int.random(in: 0...14, using: &random)).map { _ in Int.random(in: 0...lines, using: &random) })
      }
      let diff = try #require(LineDiff(texts[0], texts[1]))
      #expect(isSound(diff), "\(texts.map { String(decoding: $0, as: UTF8.self) })")
    }
  }

  @Test func `a line that moved between others is one line removed and one added`() throws {
    let diff = try #require(LineDiff(text([1, 2, 3, 4, 5, 6]), text([1, 3, 4, 5, 2, 6])))
    #expect(diff.runs.filter { !$0.isSame }.map { [$0.old.count, $0.new.count] } == [[1, 0], [0, 1]])
  }

  @Test func `of long texts, a limited number of lines is compared, from the first difference on`() throws {
    let start = Array(0..<50_000)
    let diff = try #require(LineDiff(text(start + [-1] + start), text(start + [-2] + start.reversed())))
    #expect(isSound(diff))
    #expect(diff.runs.first?.old == 0..<50_000)
    #expect(diff.old.count == 50_000 + LineDiff.mostLines)
    #expect(diff.linesLeftOut == 50_001 - LineDiff.mostLines)
  }
}
