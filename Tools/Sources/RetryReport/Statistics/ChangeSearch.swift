/// The point at which a rate has changed for good.
package struct ChangePoint: Equatable, Sendable {
  /// The last period with the old rate.
  let last: Int
  /// The first period with the new rate.
  package let since: Int
  /// The probability of a split as good, in any series, if the order of the periods says nothing.
  let probability: Double
}

/// The search for changes in several series at once: max-T by permutations, step-down (Westfall and Young, 1993).
///
/// A permutation moves whole periods, of all series alike: what the steps of a run, or its actions, have in common
/// stays together, and the number of series does not eat the level.
package struct ChangeSearch {
  /// The seed of the permutations, so that the same records say the same.
  private static let seed: UInt64 = 1

  /// The probability of a single false alarm among all series.
  private let level: Double
  /// The number of random orders.
  private let permutations: Int

  package init(level: Double = 0.01, permutations: Int = 4_999) {
    (self.level, self.permutations) = (level, permutations)
  }

  /// The fewest periods that can tell: of fewer, the best order and its mirror image are too large a share of all orders.
  package var fewestPeriods: Int {
    var (periods, splits) = (1, 1.0)
    while splits * level < 2 {
      periods += 1
      splits *= Double(periods) / Double((periods + 1) / 2)
    }
    return periods
  }

  /// True if a series has enough periods to tell.
  func canTell(_ series: [PeriodRate]) -> Bool { series.count >= fewestPeriods }

  /// - Parameters:
  ///   - series: The rates of each series, the oldest first; a period without steps is in none.
  ///   - progress: A function that is told of how much is done, in percent.
  /// - Returns: The change of each series; nil if chance does as well.
  package func changes(in series: [[PeriodRate]], progress: (Int) -> Void = { _ in }) -> [ChangePoint?] {
    var changes: [ChangePoint?] = Array(repeating: nil, count: series.count)
    let searched = series.indices.filter { canTell(series[$0]) }
    var splits = BestSplits(searched.map { series[$0] })
    splits.find(in: splits.periods)
    let (scores, lasts) = (splits.scores, splits.lastPeriods)
    let ranks = scores.indices.filter { scores[$0] > 0 }.sorted { (scores[$1], $0) < (scores[$0], $1) }
    let asGood = countAsGood(ranks.map { ($0, scores[$0]) }, &splits, progress)
    var worst = 0
    for (rank, count) in zip(ranks, asGood) {
      worst = max(worst, count)
      let points = series[searched[rank]]
      guard let since = points.first(where: { $0.period > lasts[rank] }) else { continue }
      changes[searched[rank]] = ChangePoint(
        last: lasts[rank],
        since: since.period,
        probability: Double(worst + 1) / Double(permutations + 1)
      )
    }
    return changes
  }

  /// The number of permutations that are as good as each score.
  ///
  /// - Parameter ranked: The series with their scores, the best first.
  /// - Returns: The numbers of those that are significant, the best first.
  private func countAsGood(
    _ ranked: [(series: Int, score: Double)],
    _ splits: inout BestSplits,
    _ progress: (Int) -> Void
  ) -> [Int] {
    let most = Int(level * Double(permutations + 1) + 1e-9) - 1
    var asGood = Array(repeating: 0, count: ranked.count)
    var generator = SeededGenerator(seed: Self.seed)
    var order = splits.periods
    for done in 0..<permutations where !asGood.isEmpty {
      if done % 50 == 0 { progress(done * 100 / permutations) }
      order.shuffle(using: &generator)
      splits.find(in: order)
      // A series is measured against itself and those that are less than it.
      var highest = 0.0
      for (rank, (series, score)) in ranked.enumerated().reversed() {
        highest = max(highest, splits.scores[series])
        // Sums of the same numbers differ in their last digits.
        guard rank < asGood.count, highest >= score * (1 - 1e-8) else { continue }
        asGood[rank] += 1
        if asGood[rank] > most { asGood.removeSubrange(rank...) }
      }
    }
    return asGood
  }
}
