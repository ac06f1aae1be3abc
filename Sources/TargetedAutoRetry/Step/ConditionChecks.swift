/// The checks of a condition in one part; a check is one evaluation.
struct ConditionChecks: Sendable {
  let start: Duration
  /// Zero for a single check.
  var timeout = Duration.zero
  /// Whether the last check found the condition met; in the end, whether it was met for long enough.
  var isMet = false
  private(set) var trueSince: Duration?
  private(set) var wasTrue = false
  private(set) var wasFalse = false
  private(set) var count = 0
  private(set) var throwing = 0
  private(set) var lastThrew = false
  private(set) var error: (any Error)?
  /// The limit that ended the checks; `nil` if they ended otherwise.
  fileprivate(set) var limit: StepPolicy.Limit?
  /// What the last check noted; empty if it found the condition met.
  var seen: [NotedValue] = []

  fileprivate mutating func note(_ thrown: (any Error)?, at now: Duration) {
    count += 1
    lastThrew = thrown != nil
    if let thrown {
      isMet = false
      throwing += 1
      error = thrown
    }
    trueSince = isMet ? trueSince ?? now : nil
    if isMet { (wasTrue, seen) = (true, []) } else { wasFalse = true }
  }
}

/// A value that a check of a condition noted; it is described only if the attempt fails.
struct NotedValue: Sendable {
  static let mostShown = 5

  let name: String
  let describe: @Sendable () -> String

  private var text: String { "\(name.capped(at: 100).onOneLine) \(describe())" }

  static func text(of values: [NotedValue]) -> String {
    if values.isEmpty { return "" }
    let texts = values.prefix(mostShown).map(\.text)
    return ": " + texts.joined(separator: ", ") + (values.count > texts.count ? ", …" : "")
  }
}

extension StepPolicy {
  enum Limit: Equatable, Sendable {
    case conditionTimeout
    case attemptTimeLimit
    case timeLimit
  }

  func pause(
    after checks: inout ConditionChecks,
    _ thrown: (any Error)? = nil,
    isCut: @autoclosure () -> Bool = false,
    at now: Duration,
    until deadline: Duration? = nil
  ) -> Duration? {
    checks.note(thrown, at: now)
    let timeToGo = checks.trueSince.map { $0 + stableFor - now }
    if let timeToGo, timeToGo <= .zero { return nil }
    let timeout = checks.start + checks.timeout
    // A condition that was true at every check gets extra time, so that slow checks do not fail it.
    let extended = checks.wasFalse ? timeout : max(timeout, now + (timeToGo ?? .zero))
    let end = min(extended, deadline ?? extended)
    guard now < end, !isCut() else {
      checks.isMet = false
      // The timeout does not end a wait if the condition was true at every check.
      let endsByTimeout = checks.wasFalse && end == timeout
      if now >= end, checks.timeout > .zero { checks.limit = endsByTimeout ? .conditionTimeout : .timeLimit }
      return nil
    }
    return min(pollingInterval, end - now, timeToGo ?? pollingInterval)
  }
}
