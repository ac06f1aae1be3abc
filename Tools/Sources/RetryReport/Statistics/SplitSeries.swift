/// The search for the best split of one series.
struct SplitSeries {
  /// The sum of periods that follow each other.
  struct Part {
    var periods = 0
    var count = 0
    var total = 0
    /// The sum of count² / total.
    var squares = 0.0

    mutating func add(_ count: Int, of total: Int) {
      periods += 1
      self.count += count
      self.total += total
      squares += Double(count) * Double(count) / Double(total)
    }

    /// How far the rates are from the common one, in units of what chance alone does: Pearson's χ².
    var scatter: Double {
      let rate = Double(count) / Double(total)
      let variance = rate * (1 - rate)
      return variance > 0 ? (squares - Double(count) * rate) / variance : 0
    }

    static func - (whole: Part, part: Part) -> Part {
      Part(
        periods: whole.periods - part.periods,
        count: whole.count - part.count,
        total: whole.total - part.total,
        squares: whole.squares - part.squares
      )
    }
  }

  private(set) var whole = Part()
  private var left = Part()
  private var best = Part()
  private var bestGain = 0.0
  private(set) var lastPeriod = 0

  init(_ rates: [Rate]) {
    for rate in rates { whole.add(rate.count, of: rate.total) }
  }

  mutating func begin() {
    left = Part()
    bestGain = 0
  }

  mutating func add(_ count: Int, of total: Int, in period: Int, _ logs: LogTable.Reader) {
    left.add(count, of: total)
    guard left.periods < whole.periods else { return }
    let right = (count: whole.count - left.count, total: whole.total - left.total)
    let gain =
      logs.likelihood(left.count, of: left.total) + logs.likelihood(right.count, of: right.total)
      - logs.likelihood(whole.count, of: whole.total)
    // Of two that are equally good, the later split counts, and the rise: it matters more, and few periods tell more.
    let lateness = Double(left.periods) / Double(whole.periods)
    let isRise = left.count * right.total < right.count * left.total
    let weighed = gain * (1 + 1e-4 * lateness + (isRise ? 1e-5 : 0))
    guard weighed > bestGain else { return }
    (bestGain, best, lastPeriod) = (weighed, left, period)
  }

  /// The gain in log-likelihood of two rates over one, in units of the spread from period to period on both sides:
  /// the best split of a rate that is never the same is worth no more than that of a calm one.
  var score: Double {
    guard bestGain > 1e-6 else { return 0 }
    let scatter = best.scatter + (whole - best).scatter
    return bestGain / max(1, scatter / Double(max(1, whole.periods - 2)))
  }
}
