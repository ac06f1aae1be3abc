/// What the records say of all steps with the same description, or of one test with a flaky scope.
public struct ActionFigures: Sendable {
  public enum Unit: String, Sendable {
    case step, test
  }

  /// Why an attempt failed, and where its step is called.
  public struct Failure: Equatable, Sendable {
    public let message: String
    public let file: String
    public let line: Int
    /// In milliseconds of Unix time.
    public let startMs: Int64
  }

  public let unit: Unit
  public let action: String
  /// Steps that passed at the first attempt.
  public internal(set) var passed = 0
  public internal(set) var recovered = 0
  public internal(set) var exhausted = 0
  public internal(set) var timedOut = 0
  public internal(set) var aborted = 0
  /// Steps whose process died in them: failed attempts without an end.
  public internal(set) var died = 0
  public internal(set) var cures: [Cure: Int] = [:]
  /// The time spent on all but the attempt that succeeded, in milliseconds.
  public internal(set) var taxMs: Int64 = 0
  public internal(set) var durationMs: Int64 = 0
  public internal(set) var waitMs: Int64 = 0
  /// The earliest attempt that failed.
  public internal(set) var firstFailure: Failure?
  /// How often the reset steps ran.
  public internal(set) var resets = 0
  /// How many retries were allowed at most.
  public internal(set) var maxRetries = 0
  /// Of the steps that recovered by a retry, how many they needed.
  public internal(set) var retriesNeeded = Histogram()
  /// Of the steps that were cured by waiting after their first attempt, how long they waited in all, in milliseconds.
  public internal(set) var waitsThatCured = Histogram()
  public internal(set) var runIDs: Set<String> = []
  /// The attempts of the steps that cost most.
  public internal(set) var timelines = CostliestTimelines()
  /// What is known of a flaky test.
  public internal(set) var excuse: Excuse?

  /// Steps that are over.
  public var runs: Int { passed + recovered + exhausted + timedOut + aborted }

  /// The share of steps that needed more than one attempt and succeeded, 0 to 1.
  public var flakeRate: Double { runs == 0 ? 0 : Double(recovered) / Double(runs) }

  /// Whether it was anything but passed at the first attempt, each time.
  public var hadTrouble: Bool { passed < runs || died > 0 }

  /// What most recoveries owe to; the first in order where two are equal.
  public var mainCure: Cure? {
    let most = cures.values.max() ?? 0
    return Cure.allCases.first { most > 0 && cures[$0] == most }
  }

  /// Whether this one deserves to be looked at before another.
  func isWorse(than other: ActionFigures) -> Bool {
    let own = [exhausted + timedOut + aborted + died, recovered]
    let others = [other.exhausted + other.timedOut + other.aborted + other.died, other.recovered]
    if own != others { return others.lexicographicallyPrecedes(own) }
    if taxMs != other.taxMs { return taxMs > other.taxMs }
    if runs != other.runs { return runs > other.runs }
    return (action, unit.rawValue) < (other.action, other.unit.rawValue)
  }
}

/// Why a test may run again, as its author wrote it.
public struct Excuse: Equatable, Sendable {
  public let reason: String
  public let isFixable: Bool
  public let bug: String
  /// The last day, such as `2027-03-31`, or empty.
  public let expires: String
  public let file: String
  public let line: Int
}
