/// How long a condition is looked at.
extension RetryEngine {
  /// What to do about a condition that was evaluated.
  enum ConditionAction: Equatable, Sendable {
    case endAttempt(isMet: Bool)
    case waitAndEvaluate(Duration)
  }

  enum WaitLimit: Equatable, Sendable {
    case conditionTimeout
    case timeLimit
  }

  /// - Parameters:
  ///   - looks: What was seen of the condition in this attempt.
  ///   - isCut: Whether the wait for it is ended from outside.
  ///   - now: Asked for only where it matters: a step that passes at once should cost little.
  func conditionEvaluated(
    _ isMet: Bool,
    _ looks: inout ConditionLooks,
    isCut: Bool = false,
    at now: @autoclosure () -> Duration
  ) -> ConditionAction {
    if isMet, plan.stableFor == .zero { return .endAttempt(isMet: true) }
    return lookAgain(after: isMet, &looks, isCut: isCut, until: looks.start + plan.conditionTimeout, at: now())
  }

  /// The late check has no time but for a condition that has to stay true.
  func conditionRechecked(_ isMet: Bool, _ looks: inout ConditionLooks, isCut: Bool = false, at now: Duration)
    -> ConditionAction
  {
    lookAgain(after: isMet, &looks, isCut: isCut, until: looks.start, at: now)
  }

  /// - Parameter end: When the time is over; a condition that was true at every look has as much more as it needs, so that
  ///   slow looks do not fail it.
  private func lookAgain(
    after isMet: Bool,
    _ looks: inout ConditionLooks,
    isCut: Bool,
    until end: Duration,
    at now: Duration
  ) -> ConditionAction {
    looks.see(isMet, at: now)
    let timeToGo = looks.timeToGo(of: plan.stableFor, at: now)
    if let timeToGo, timeToGo <= .zero { return .endAttempt(isMet: true) }
    let end = min(looks.wasFalse ? end : max(end, now + (timeToGo ?? .zero)), plan.deadline ?? .seconds(Int64.max))
    guard now < end, !isCut else { return .endAttempt(isMet: false) }
    return .waitAndEvaluate(min(plan.pollingInterval, end - now, timeToGo ?? plan.pollingInterval))
  }

  /// Which limit has ended the wait for a condition; nil where it was not waited for, or not to the end.
  func limitOfWait(_ looks: ConditionLooks, at now: Duration) -> WaitLimit? {
    guard plan.conditionTimeout > .zero else { return nil }
    let isOver = isOver(at: now)
    // The timeout ends no wait for a condition that was true at every look.
    if !looks.wasFalse { return isOver ? .timeLimit : nil }
    let end = looks.start + plan.conditionTimeout
    if let deadline = plan.deadline, deadline < end { return isOver ? .timeLimit : nil }
    return now >= end ? .conditionTimeout : nil
  }
}

/// What was seen of a condition that is looked at again and again.
struct ConditionLooks: Equatable, Sendable {
  /// When it was looked at first.
  let start: Duration
  /// Since when it has been true at every look; nil where it was false at the last.
  private(set) var trueSince: Duration?
  /// Whether it was true at any look.
  private(set) var wasTrue = false
  /// Whether it was false at any look.
  private(set) var wasFalse = false

  init(start: Duration) {
    self.start = start
  }

  mutating func see(_ isMet: Bool, at now: Duration) {
    trueSince = isMet ? trueSince ?? now : nil
    if isMet { wasTrue = true } else { wasFalse = true }
  }

  /// How much longer it has to stay true; nil where it is false.
  func timeToGo(of stableFor: Duration, at now: Duration) -> Duration? {
    trueSince.map { $0 + stableFor - now }
  }
}
