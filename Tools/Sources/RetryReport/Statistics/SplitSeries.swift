/// The search for the best split of one series.
struct SplitSeries {
  /// The smallest number of periods on a side: a single one, with a server down, is not a lasting change and hides
  /// none.
  private static let fewestOnSide = 2

  /// The rate of a period.
  struct Cell {
    let count: Int
    let total: Int
    /// count² / total.
    let square: Double

    init(_ rate: Rate) {
      (count, total) = (rate.count, rate.total)
      square = Double(count) * Double(count) / Double(total)
    }
  }

  /// The sum of periods that follow each other.
  private struct Part {
    var periods = 0
    var count = 0
    var total = 0
    var squares = 0.0

    mutating func add(_ cell: Cell) {
      periods += 1
      count += cell.count
      total += cell.total
      squares += cell.square
    }

    /// The distance of the rates from the common one, in units of chance: Pearson's χ².
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

  private var whole = Part()
  private var likelihood = 0.0
  /// The bonus for each period on the left, between equally good splits.
  private var lateness = 0.0
  private var left = Part()
  private var best = Part()
  private var bestGain = 0.0
  private(set) var lastPeriod = 0

  init(_ rates: [Rate], _ logs: LogTable) {
    for rate in rates { whole.add(Cell(rate)) }
    logs.read { likelihood = $0.likelihood(whole.count, of: whole.total) }
    lateness = 1e-4 / Double(max(1, whole.periods))
  }

  mutating func begin() {
    left = Part()
    bestGain = 0
  }

  @inline(__always)
  mutating func add(_ cell: Cell, in period: Int, _ logs: LogTable.Reader) {
    left.add(cell)
    guard left.periods >= Self.fewestOnSide, left.periods <= whole.periods - Self.fewestOnSide else { return }
    let (count, total) = (whole.count - left.count, whole.total - left.total)
    let gain = logs.likelihood(left.count, of: left.total) + logs.likelihood(count, of: total) - likelihood
    // Of two equally good splits, the later one counts, and the rise: they matter more, and fewer periods show them.
    let isRise = Double(left.count) * Double(total) < Double(count) * Double(left.total)
    let weighed = gain * (1 + lateness * Double(left.periods) + (isRise ? 1e-5 : 0))
    guard weighed > bestGain else { return }
    (bestGain, best, lastPeriod) = (weighed, left, period)
  }

  /// The gain in log-likelihood of two rates over one, in units of the spread from period to period on both sides.
  ///
  /// The best split of an erratic rate is worth no more than that of a calm one.
  var score: Double {
    guard bestGain > 1e-6 else { return 0 }
    let scatter = best.scatter + (whole - best).scatter
    return bestGain / max(1, scatter / Double(whole.periods - 2))
  }
}
