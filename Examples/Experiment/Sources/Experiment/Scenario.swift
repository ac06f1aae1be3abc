/// How flaky the shop is, and whether it has a bug.
struct Scenario: Equatable, Sendable {
  /// A bug of the product that strikes now and then: what tests are for.
  enum Bug: String, Sendable {
    case none
    /// The search finds nothing. No step is retried there.
    case outsideTheSteps
    /// The sign-in does nothing. That is one of the retried steps.
    case insideAStep
  }

  /// How often each of the three flaky steps fails, 0 to 1.
  let flakeRate: Double
  var bug = Bug.none
  /// What every run of a test begins with, such as an account that is made for it.
  var setUpSeconds = 0.0

  /// How often the bug strikes, 0 to 1.
  static let bugRate = 0.1
}
