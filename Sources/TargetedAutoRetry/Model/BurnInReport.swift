/// The result of the repetitions of a step.
struct BurnInReport: Sendable {
  let count: Int
  private(set) var passed = 0
  private(set) var failed = 0
  private(set) var firstFailure: FailedAttempt?
  /// The error of the first failure, if it ended the repetitions.
  private(set) var firstError: (any Error)?

  init(of count: Int) {
    self.count = count
  }

  /// True if an event such as a skip ended them before the last.
  var wereEnded: Bool { passed + failed < count }

  /// - Parameter report: The report of a repetition. Nil for a quiet one that passed.
  /// - Returns: True if another may follow.
  mutating func add(_ report: StepReport?) -> Bool {
    guard let report, !report.outcome.isSuccess else {
      passed += 1
      return true
    }
    // A repetition that was cancelled or had no time for an attempt proves nothing about the step.
    guard report.ending.abortion != .byCancellation, let failure = report.failedAttempts.first else { return false }
    failed += 1
    if firstFailure == nil { firstFailure = failure }
    return report.outcome == .exhausted
  }

  /// Ends the repetitions by an error that goes to the caller; a skip and a cancellation are not failures.
  mutating func end(by error: any Error) {
    if StopError.matches(error) { return }
    failed += 1
    if firstFailure == nil, firstError == nil { firstError = error }
  }
}
