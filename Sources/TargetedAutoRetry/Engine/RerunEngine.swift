/// Decides whether a test runs again, and nothing else.
enum RerunEngine {
  enum Action: Equatable, Sendable {
    case end
    /// Run the test again; the number is 1 for the first re-run.
    case rerun(Int)
    /// What was withheld is reported after all.
    case report
  }

  /// - Parameters:
  ///   - rerun: How often the test ran again so far.
  ///   - isWithheld: Whether something was withheld in a flaky scope, because a re-run was left.
  ///   - failedOutside: Whether the test has failed outside of its flaky scopes.
  ///   - wasSkipped: Whether the run ended in a skip.
  static func runEnded(_ rerun: Int, isWithheld: Bool, failedOutside: Bool, wasSkipped: Bool) -> Action {
    if !isWithheld { return .end }
    return failedOutside || wasSkipped ? .report : .rerun(rerun + 1)
  }
}
