/// Decides whether a test runs again, and nothing else.
enum RerunEngine {
  enum Action: Equatable, Sendable {
    case end
    /// Run the test again.
    case rerun
    /// What was withheld is reported after all.
    case report
  }

  /// - Parameters:
  ///   - isWithheld: Whether something was withheld in a flaky scope, because a re-run was left.
  ///   - failedOutside: Whether the test has failed outside of its flaky scopes.
  ///   - wasSkipped: Whether the run ended in a skip.
  static func runEnded(isWithheld: Bool, failedOutside: Bool, wasSkipped: Bool) -> Action {
    if !isWithheld { return .end }
    return failedOutside || wasSkipped ? .report : .rerun
  }
}
