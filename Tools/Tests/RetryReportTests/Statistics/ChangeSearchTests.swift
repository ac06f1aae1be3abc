import Foundation
import Testing

@testable import RetryReport

@Suite struct ChangeSearchTests {
  /// Fewer orders, for tests that search many times.
  private static let quick = ChangeSearch(permutations: 999)

  /// A series with these counts of 100 in each period; nil for a period without steps.
  private func series(_ counts: [Int?], of total: Int = 100) -> [PeriodRate] {
    counts.enumerated().compactMap { period, count in
      count.map { PeriodRate(period: period, rate: Rate(count: $0, total: total)) }
    }
  }

  private func changes(_ counts: [[Int?]]) -> [ChangePoint?] { ChangeSearch().changes(in: counts.map { series($0) }) }

  private let calm = [5, 4, 6, 5, 5, 7, 3, 5, 6, 4]

  @Test func `a fall is a change too, also of millions of steps`() {
    let fall = [Int](repeating: 40, count: 6) + [Int](repeating: 2, count: 6)
    for scale in [1, 3_000] {
      let points = series(fall.map { $0 * scale }, of: 100 * scale)
      #expect(ChangeSearch().changes(in: [points])[0]?.since == 6)
    }
  }

  @Test func `a change in the last two of fifty runs is found, beside four actions without one`() {
    let steady = (0..<5).map { action in (0..<50).map { (5 + ($0 * 7 + action * 3) % 5) } }
    let changed = steady[0].prefix(48) + [30, 28]
    let found = changes([Array(changed)] + steady.dropFirst())
    #expect(found.map { $0?.since } == [48, nil, nil, nil, nil])
  }

  @Test func `ten periods can tell, and nine cannot`() {
    #expect(ChangeSearch().fewestPeriods == 10)
    #expect(ChangeSearch(level: 0.05).fewestPeriods == 8)
    let whole: [Int?] = [0, 0, 0, 0, 0, 100, 100, 100, 100, 100]
    #expect(changes([whole, whole.reversed()]).map { $0?.since } == [5, 5])
    #expect(changes([Array(whole.dropFirst())]) == [nil])
    #expect(changes([Array(whole.dropFirst()) + [nil, nil]]) == [nil])
  }

  @Test(arguments: [(10, 3), (20, 2)], [(0, 100), (100, 0)])
  func `a change shows after three runs of ten, or two of twenty`(runs: (Int, Int), rates: (Int, Int)) {
    func found(_ new: Int) -> Bool {
      changes([[Int](repeating: rates.0, count: runs.0 - new) + [Int](repeating: rates.1, count: new)])[0] != nil
    }
    #expect(found(runs.1) && !found(runs.1 - 1))
  }

  @Test func `an action whose rate is never the same hides no other`() {
    let wild = (0..<20).map { $0 * 37 % 83 }
    let changed = (0..<20).map { $0 < 15 ? 4 + $0 % 3 : 14 + $0 % 3 }
    #expect(changes([wild, changed, wild.reversed()]).map { $0?.since } == [nil, 15, nil])
  }

  @Test func `a great change hides no small one`() {
    let small = [5, 6, 8, 4, 5, 7, 6, 4, 7, 5, 2, 5, 4, 10, 9, 7, 11, 7, 8, 12]
    let great = [50, 20, 34, 21, 27, 8, 20, 7, 8, 36, 81, 94, 88, 92, 91, 99, 97, 98, 97, 94]
    #expect(changes([small, great]).map { $0?.since } == [13, 10])
  }

  @Test func `a run in which all failed is no change, and hides none`() {
    let changed = [5, 4, 6, 5, 5, 7, 3, 5, 6, 4, 5, 7, 4, 6, 5, 5, 6, 15, 17, 16]
    var down = [6, 5, 4, 4, 7, 5, 6, 3, 5, 5, 6, 4, 4, 7, 5, 6, 5, 4, 5, 6]
    down[8] = 100
    #expect(changes([changed, down]).map { $0?.since } == [17, nil])
    let atTheEnd = [Int](repeating: 5, count: 119) + [100]
    #expect(changes([atTheEnd]) == [nil])
  }

  @Test func `an action that ran in two runs hides no change`() {
    #expect(changes([[0, 0, 0, 0, 0, 40, 40, 40, 40, 40], [0, 0, 100, 100]]).map { $0?.since } == [5, nil])
  }

  @Test(arguments: [
    [Int](repeating: 60, count: 18) + [5, 5],
    [5, 5, 5, 5, 5, 60, 60, 60, 60, 60],
  ])
  func `of two splits that are equally good, the later counts more, and of two in the middle the rise`(counts: [Int]) {
    var splits = BestSplits([series(counts)])
    splits.find(in: splits.periods)
    let score = splits.scores[0]
    splits.find(in: splits.periods.reversed())
    #expect(score > splits.scores[0] * (1 + 1e-7) && score < splits.scores[0] * 1.001)
  }

  @Test func `nothing is found where there is nothing`() {
    #expect(changes([]) == [])
    #expect(changes([[], [3], [nil, nil]]) == [nil, nil, nil])
    let same = [Int](repeating: 5, count: 20)
    #expect(changes([same, [Int](repeating: 0, count: 20), [Int](repeating: 100, count: 20)]) == [nil, nil, nil])
  }
}
