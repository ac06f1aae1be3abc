/// The tests in which failures in a row come back from run to run.
///
/// An outage strikes a test in one run by chance, and hardly in several. If that is too unlikely, no outage is
/// the reason, and each failure counts, in the older runs as well.
struct Recurrence {
  /// The probability of as many runs with an episode in a test, if outages have struck all runs alike.
  static let level = 0.01
  /// The fewest newer runs with an episode in a test: one run may have had an outage, however many older ones had none.
  static let fewestRuns = 2

  let cells: Set<LikeWithLike.Cell>

  init(then: [LikeWithLike.Run], now: [LikeWithLike.Run]) {
    let newer = Self.runs(now)
    let candidates = newer.filter { $0.value.count >= Self.fewestRuns && $0.key.test != nil }
    let older = candidates.isEmpty ? [:] : Self.runs(then)
    cells = Set(
      candidates.filter { cell, new in
        let old = older[cell] ?? .zero
        let chance = FisherTest.probability(of: new.count, in: new.total, base: old.count, in: old.total)
        // Few runs have round probabilities, of which logarithms lose the last digits.
        return chance <= Self.level * (1 + 1e-9)
      }
      .keys
    )
  }

  /// The runs that have a test, and those of them with failures that are counted with others.
  private static func runs(_ runs: [LikeWithLike.Run]) -> [LikeWithLike.Cell: Rate] {
    runs.reduce(into: [:]) { rates, run in
      for (cell, counts) in run.cells {
        let one = Rate(count: counts.tally.failures.continued > 0 ? 1 : 0, total: 1)
        rates[cell] = (rates[cell] ?? .zero) + one
      }
    }
  }
}
