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
