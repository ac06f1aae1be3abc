/// The looks at a polled condition; a look is one evaluation.
struct ConditionLooks: Sendable {
  let start: Duration
  /// The time that the condition has to come true; zero in a late check.
  var patience = Duration.zero
  var deadline: Duration?
  /// True if the last look saw the condition met; in the end, if it was met for long enough.
  var isMet = false
  /// The instant since which the condition was true at every look; nil if it was false at the last one.
  private(set) var trueSince: Duration?
  private(set) var wasTrue = false
  private(set) var wasFalse = false
  private(set) var count = 0
  private(set) var throwing = 0
  private(set) var lastThrew = false
  private(set) var error: (any Error)?
  /// What the last look noted; nothing if it saw the condition met.
  var seen: [NotedValue] = []

  fileprivate mutating func see(_ thrown: (any Error)?, at now: Duration) {
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

/// A value that a look at a condition noted; it is described only if the attempt fails.
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

  /// The pause before the next look; nil if none follows.
  ///
  /// A condition that was always true gets extra time, so that slow looks do not fail it.
  func pause(
    after looks: inout ConditionLooks,
    _ thrown: (any Error)? = nil,
    isCut: @autoclosure () -> Bool = false,
    at now: Duration
  ) -> Duration? {
    looks.see(thrown, at: now)
    let timeToGo = looks.trueSince.map { $0 + stableFor - now }
    if let timeToGo, timeToGo <= .zero { return nil }
    let timeout = looks.start + looks.patience
    let end = min(
      looks.wasFalse ? timeout : max(timeout, now + (timeToGo ?? .zero)),
      looks.deadline ?? .seconds(Int64.max)
    )
    guard now < end, !isCut() else {
      looks.isMet = false
      return nil
    }
    return min(pollingInterval, end - now, timeToGo ?? pollingInterval)
  }

  /// The limit that ended the wait for a condition; nil if there was no wait, or no limit ended it.
  func limitOfWait(_ looks: ConditionLooks?, at now: Duration) -> Limit? {
    guard conditionTimeout > .zero, let looks else { return nil }
    let isOver = looks.deadline.map { now >= $0 } ?? false
    // The timeout does not end a wait if the condition was true at every look.
    if !looks.wasFalse { return isOver ? .timeLimit : nil }
    let end = looks.start + conditionTimeout
    if let deadline = looks.deadline, deadline < end { return isOver ? .timeLimit : nil }
    return now >= end ? .conditionTimeout : nil
  }
}
