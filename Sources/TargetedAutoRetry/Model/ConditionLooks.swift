/// The looks at a polled condition; a look is one evaluation.
struct ConditionLooks: Equatable, Sendable {
  let start: Duration
  /// The time that the condition has to come true; zero in a late check.
  let patience: Duration
  /// The instant after which no look follows.
  let deadline: Duration?
  /// The instant since which the condition was true at every look; nil if it was false at the last one.
  private(set) var trueSince: Duration?
  /// True if the condition was true at any look.
  private(set) var wasTrue = false
  /// True if the condition was false or threw at any look.
  private(set) var wasFalse = false
  private(set) var count = 0
  private(set) var throwing = 0
  private(set) var lastThrew = false

  init(start: Duration, patience: Duration = .zero, deadline: Duration? = nil) {
    self.start = start
    self.patience = patience
    self.deadline = deadline
  }

  mutating func see(_ isMet: Bool, threw: Bool, at now: Duration) {
    count += 1
    lastThrew = threw
    if threw { throwing += 1 }
    trueSince = isMet ? trueSince ?? now : nil
    if isMet { wasTrue = true } else { wasFalse = true }
  }

  /// The time for which the condition still has to stay true; nil if it is false.
  func timeToGo(of stableFor: Duration, at now: Duration) -> Duration? {
    trueSince.map { $0 + stableFor - now }
  }
}

// The polling of a condition.
extension StepPolicy {
  /// The next action after an evaluation of the condition.
  enum ConditionAction: Equatable, Sendable {
    case endAttempt(isMet: Bool)
    case waitAndEvaluate(Duration)
  }

  enum WaitLimit: Equatable, Sendable {
    case conditionTimeout
    case timeLimit
  }

  /// Decides what follows an evaluation.
  ///
  /// A condition that was true at every look gets extra time, so that slow looks do not fail it.
  ///
  /// - Parameters:
  ///   - looks: The looks at the condition in this attempt.
  ///   - isCut: True if the wait is ended from outside.
  func conditionEvaluated(
    _ isMet: Bool,
    threw: Bool = false,
    _ looks: inout ConditionLooks,
    isCut: @autoclosure () -> Bool = false,
    at now: Duration
  ) -> ConditionAction {
    looks.see(isMet, threw: threw, at: now)
    let timeToGo = looks.timeToGo(of: stableFor, at: now)
    if let timeToGo, timeToGo <= .zero { return .endAttempt(isMet: true) }
    let timeout = looks.start + looks.patience
    let end = min(
      looks.wasFalse ? timeout : max(timeout, now + (timeToGo ?? .zero)),
      looks.deadline ?? .seconds(Int64.max)
    )
    guard now < end, !isCut() else { return .endAttempt(isMet: false) }
    return .waitAndEvaluate(min(pollingInterval, end - now, timeToGo ?? pollingInterval))
  }

  /// The limit that ended the wait for a condition; nil if there was no wait, or no limit ended it.
  func limitOfWait(_ looks: ConditionLooks, at now: Duration) -> WaitLimit? {
    guard conditionTimeout > .zero else { return nil }
    let isOver = looks.deadline.map { now >= $0 } ?? false
    // The timeout does not end a wait if the condition was true at every look.
    if !looks.wasFalse { return isOver ? .timeLimit : nil }
    let end = looks.start + conditionTimeout
    if let deadline = looks.deadline, deadline < end { return isOver ? .timeLimit : nil }
    return now >= end ? .conditionTimeout : nil
  }
}
