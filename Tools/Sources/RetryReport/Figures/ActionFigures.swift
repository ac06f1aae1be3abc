/// What the records say of all steps with the same description, or of one test with a flaky scope.
struct ActionFigures: Sendable {
  /// Fewer steps than these say nothing about whether retries are needed.
  static let fewestSteps = 100

  /// Why an attempt failed, and where its step is called.
  struct FirstFailure: Equatable, Sendable {
    let message: String
    let place: Place
    let commit: String
    /// In milliseconds of Unix time.
    let startMs: Int64
  }

  let unit: RowUnit
  let action: String
  /// Steps that passed at the first attempt.
  var passed = 0
  var recovered = 0
  var exhausted = 0
  var timedOut = 0
  var aborted = 0
  /// Of those, the ones that were skipped or cancelled.
  var skipped = 0
  /// Steps whose process died in them: failed attempts without an end.
  var died = 0
  var cures: [Cure: Int] = [:]
  /// The time spent on all but the attempt that succeeded, in milliseconds.
  var taxMs: Int64 = 0
  var durationMs: Int64 = 0
  var waitMs: Int64 = 0
  /// The earliest attempt that failed.
  var firstFailure: FirstFailure?
  /// How often the reset steps ran.
  var resets = 0
  /// How many retries were allowed at most.
  var maxRetries = 0
  /// Of the steps that recovered by a retry, how many they needed.
  var retriesNeeded = Histogram()
  /// Of the steps that were cured by waiting after their first attempt, how long they waited in all, in milliseconds.
  var waitsThatCured = Histogram()
  /// How long the attempts took that succeeded, in milliseconds.
  var successDurations = Histogram()
  /// How long the attempts took that ended with an error or at their time limit, in milliseconds.
  var errorDurations = Histogram()
  /// Attempts that were cancelled at their time limit.
  var timeouts = 0
  /// Attempts whose condition was true, but not for long enough.
  var flickers = 0
  var runIDs: Set<String> = []
  /// The attempts of the steps that cost most.
  var timelines = CostliestTimelines()
  /// What is known of a flaky test.
  var excuse: Excuse?

  /// Steps that are over.
  var runs: Int { passed + recovered + exhausted + timedOut + aborted }

  /// Steps that used up their attempts or their time.
  var unsuccessful: Int { exhausted + timedOut }

  /// Steps that ended before their attempts were used up, by whatever but a skip or a cancellation.
  var stopped: Int { timedOut + aborted - skipped + died }

  /// The share of steps that needed more than one attempt and succeeded, 0 to 1.
  var flakeRate: Double { runs == 0 ? 0 : Double(recovered) / Double(runs) }

  /// Whether it was anything but passed at the first attempt, each time.
  var hadTrouble: Bool { passed + skipped < runs || died > 0 }

  /// What most recoveries owe to; the first in order where two are equal.
  var mainCure: Cure? {
    let most = cures.values.max() ?? 0
    return Cure.allCases.first { most > 0 && cures[$0] == most }
  }

  /// Whether this one deserves to be looked at before another.
  func isWorse(than other: ActionFigures) -> Bool {
    let own = [exhausted + stopped, recovered]
    let others = [other.exhausted + other.stopped, other.recovered]
    if own != others { return others.lexicographicallyPrecedes(own) }
    if taxMs != other.taxMs { return taxMs > other.taxMs }
    if runs != other.runs { return runs > other.runs }
    return (action, unit.rawValue) < (other.action, other.unit.rawValue)
  }
}

/// Why a test may run again, as its author wrote it.
struct Excuse: Equatable, Sendable {
  let reason: String
  let bug: String
  /// The last day, such as `2027-03-31`, or empty.
  let expires: String
  let place: Place

  init(_ row: Row) {
    (reason, bug, expires, place) = (row.reason, row.bug, row.expires, row.place)
  }
}

/// How often each value came, with values from 100 on rounded up to two digits: it stays small whatever is counted.
struct Histogram: Equatable, Sendable {
  private var counts: [Int64: Int] = [:]
  private(set) var total = 0

  mutating func add(_ value: Int64) {
    counts[Self.rounded(value), default: 0] += 1
    total += 1
  }

  /// The smallest value that at least so many percent of all are not above; nil where there is none.
  ///
  /// - Parameter percent: 1 to 100.
  func percentile(_ percent: Int) -> Int64? {
    var seen = 0
    return counts.keys.sorted().first { value in
      seen += counts[value] ?? 0
      return seen * 100 >= total * percent
    }
  }

  /// The share of values that are not above one, 0 to 1.
  func share(upTo value: Int64) -> Double {
    let covered = counts.filter { $0.key <= value }.values.reduce(0, +)
    return total == 0 ? 0 : Double(covered) / Double(total)
  }

  private static func rounded(_ value: Int64) -> Int64 {
    var unit: Int64 = 1
    while value / unit >= 100 { unit *= 10 }
    let rounded = value / unit * unit
    return rounded == value ? value : rounded.adding(unit)
  }
}
