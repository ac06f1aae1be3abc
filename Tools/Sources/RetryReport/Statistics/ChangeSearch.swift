/// The point at which a rate changed for good.
package struct ChangePoint: Equatable, Sendable {
  /// The last period with the old rate.
  let last: Int
  /// The first period with the new rate.
  package let since: Int
  /// The probability of an equally good split, in any series, if the order of the periods is random.
  let probability: Double
}

/// The search for changes in several series at once: max-T by permutations, step-down (Westfall and Young, 1993).
///
/// A permutation moves whole periods of all series alike. So correlations within a run, of its steps and actions, are
/// kept, and the number of series does not use up the level.
package struct ChangeSearch {
  /// The seed of the permutations, so that equal records give equal results.
  private static let seed: UInt64 = 1

  /// The probability of a single false alarm among all series.
  private let level: Double
  /// The number of random orders.
  private let permutations: Int

  package init(level: Double = 0.01, permutations: Int = 4_999) {
    (self.level, self.permutations) = (level, permutations)
  }

  /// The smallest number of periods that can show a change.
  ///
  /// With fewer, the best order and its mirror image are too large a share of all orders.
  package var fewestPeriods: Int {
    var (periods, splits) = (1, 1.0)
    while splits * level < 2 {
      periods += 1
      splits *= Double(periods) / Double((periods + 1) / 2)
    }
    return periods
  }

  /// True if a series has enough periods to show a change.
  func canTell(_ series: [PeriodRate]) -> Bool { series.count >= fewestPeriods }

  /// - Parameters:
  ///   - series: The rates of each series, the oldest first. A period without steps is in none.
  ///   - progress: A function that receives the progress in percent.
  /// - Returns: The change of each series. Nil if chance does as well.
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

  /// The number of permutations that reach each score.
  ///
  /// - Parameter ranked: The series with their scores, the best first.
  /// - Returns: The numbers of the significant ones, the best first.
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
      // A series is compared with itself and those with lower scores.
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
