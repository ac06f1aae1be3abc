/// The figures of all waits of one name.
struct WaitFigures: Sendable {
  /// The share of its limit beyond which a wait is close to a timeout: if one of 20 takes that long, a machine that is a
  /// quarter slower makes it time out.
  private static let usedUp = 0.8

  let first: Row
  private(set) var passed = 0
  /// Waits that reached their limit.
  private(set) var timedOut = 0
  /// Waits that stopped early.
  private(set) var aborted = 0
  /// The times of the successful waits, in milliseconds.
  private(set) var durations = Histogram()
  /// The largest limit, in milliseconds; `nil` if none is known.
  private(set) var limitMs: Int64?
  /// The first failed wait.
  private(set) var firstFailure: Row?

  mutating func add(_ row: Row) {
    if row.limitMs > 0 { limitMs = max(limitMs ?? 0, row.limitMs) }
    switch row.outcome {
    case .passed:
      passed += 1
      durations.add(row.durationMs)
      return
    case .timedOut: timedOut += 1
    default: aborted += 1
    }
    if firstFailure == nil { firstFailure = row }
  }

  var key: ActionKey { ActionKey(unit: .wait, action: name) }

  var name: String { first.action }

  /// The first failed wait, or the first of any.
  var example: Row { firstFailure ?? first }

  var failed: Int { timedOut + aborted }

  var total: Int { passed + failed }

  /// The time that 95 % of the successful waits did not exceed, as a share of the limit; `nil` if it is unknown.
  var shareOfLimit: Double? {
    limitMs.flatMap { limit in durations.percentile(95).map { Double($0) / Double(limit) } }
  }

  var isNearlyUsedUp: Bool { timedOut > 0 || shareOfLimit ?? 0 > Self.usedUp }

  /// Whether it comes before another.
  func isWorse(than other: WaitFigures) -> Bool {
    if timedOut != other.timedOut { return timedOut > other.timedOut }
    if shareOfLimit != other.shareOfLimit { return shareOfLimit ?? -1 > other.shareOfLimit ?? -1 }
    if total != other.total { return total > other.total }
    return name < other.name
  }
}
