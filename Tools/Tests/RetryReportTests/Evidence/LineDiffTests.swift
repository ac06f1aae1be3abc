import Foundation
import Seeds
import Testing

@testable import RetryReport

@Suite struct LineDiffTests {
  /// A text with a line for each number.
  private func text(_ numbers: [Int]) -> Data { Data(numbers.map { "\($0)\n" }.joined().utf8) }

  /// The lines of the first text, or of the second.
  private func lines(of diff: LineDiff, without change: LineDiff.Change) -> Data {
    Data(diff.lines.filter { $0.change != change }.flatMap { $0.text + [UInt8(ascii: "\n")] })
  }

  @Test func `the lines add up to both texts`() throws {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<1_000 {
      let lines = Int.random(in: 1...12, using: &random)
      let texts = (0..<2).map { _ in
        text((0..<Int.random(in: 0...14, using: &random)).map { _ in Int.random(in: 0...lines, using: &random) })
      }
      let diff = try #require(LineDiff(texts[0], texts[1]))
      #expect([.added, .removed].map { self.lines(of: diff, without: $0) } == texts)
    }
  }

  @Test func `a line that moved counts as removed and added`() throws {
    let diff = try #require(LineDiff(text([1, 2, 3, 4, 5, 6]), text([1, 3, 4, 5, 2, 6])))
    #expect(diff.lines.map(\.change) == [.same, .removed, .same, .same, .same, .added, .same])
  }

  @Test func `long texts are compared from their first difference on`() throws {
    let start = Array(0..<50_000)
    let diff = try #require(LineDiff(text(start + [-1] + start), text(start + [-2] + start.reversed())))
    #expect(diff.lines.prefix { $0.change == .same }.count == 50_000)
    #expect(diff.lines.count { $0.change != .added } == 50_000 + LineDiff.mostLines)
    #expect(diff.linesLeftOut == 50_001 - LineDiff.mostLines)
  }
}
