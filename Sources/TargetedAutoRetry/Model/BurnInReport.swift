/// What the repetitions of a step came to.
struct BurnInReport: Sendable {
  /// The number of repetitions that were asked for.
  let count: Int
  private(set) var passed = 0
  private(set) var failed = 0
  private(set) var firstFailure: FailedAttempt?
  /// What the first failure threw, where that ended the repetitions.
  private(set) var firstError: (any Error)?

  init(of count: Int) {
    self.count = count
  }

  /// True if something ended them before the last, such as a skip.
  var wereEnded: Bool { passed + failed < count }

  /// - Parameter report: That of a repetition; nil where nobody listened and it passed.
  /// - Returns: True if another may follow.
  mutating func add(_ report: StepReport?) -> Bool {
    guard let report, !report.outcome.isSuccess else {
      passed += 1
      return true
    }
    // One that was cancelled, or had no time for an attempt, says nothing of the step.
    guard report.ending.abortion != .byCancellation, let failure = report.failedAttempts.first else { return false }
    failed += 1
    if firstFailure == nil { firstFailure = failure }
    return report.outcome == .exhausted
  }

  /// A repetition has thrown what goes to the caller, and ends the rest; a skip and a cancellation are no failure.
  mutating func end(by error: any Error) {
    if StopError.matches(error) { return }
    failed += 1
    if firstFailure == nil, firstError == nil { firstError = error }
  }
}
