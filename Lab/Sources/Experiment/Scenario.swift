/// The flakiness of the shop, and its bug.
struct Scenario: Equatable, Sendable {
  /// A bug of the product that occurs now and then; tests are there to find it.
  enum Bug: String, Sendable {
    case none
    /// The search finds nothing; it is not a retried step.
    case outsideTheSteps
    /// The sign-in does nothing; it is a retried step.
    case insideAStep
  }

  /// The rate at which each of the three flaky steps fails, 0 to 1.
  let flakeRate: Double
  var bug = Bug.none
  /// The time that each run of a test takes at first, for example to create an account.
  var setUpSeconds = 0.0

  /// The rate at which the bug occurs, 0 to 1.
  static let bugRate = 0.1
}
