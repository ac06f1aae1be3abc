/// A row for machines: a failed attempt, or a finished step.
///
/// The format is described in `TargetedAutoRetry.docc/Records.md`.
struct Record: Sendable {
  enum Kind: String, Sendable {
    /// A failed attempt, written at once.
    case attempt
    /// A finished step, written once, also where it passed.
    case step
  }

  enum Unit: String, Sendable {
    case step
    /// A whole test that has a flaky scope; its runs are the attempts.
    case test
  }

  /// What ends a step or a test before its attempts are used up.
  enum Stop: String, Sendable {
    /// `recoveryAction(after:)` of the step said so.
    case hook
    /// That of a step inside did.
    case inner
    /// An error that is not retryable, or of the reset steps.
    case error
    case skip
    case cancellation
    case time
    case budget
    /// The test failed outside of its flaky scopes.
    case outside
  }

  let kind: Kind
  let unit: Unit
  /// What the row is made of.
  let event: RetryEvent
  /// In a row of an attempt its number, in a row of a step how many there were.
  let attempt: Int
  let maxAttempts: Int
  /// The number of times that the reset steps of a step ran.
  var resets = 0
  let outcome: String
  var cure: Cure?
  /// Nil where nothing has failed.
  let cause: Cause?
  /// The paths of the files of an attempt, from the folder of the records on.
  var attachments: [String] = []
  /// What ended the step before its attempts were used up; nil where nothing did.
  var stop: Stop?
  /// Why the step ended as it did, or why a test is flaky.
  var reason = ""
  var flakiness: Flakiness?
  /// The instant at which the attempt or the step began.
  let start: Duration
  let duration: Duration
  var waiting = Duration.zero
  var tax = Duration.zero

  /// Why an attempt failed; of a step, the first that did.
  struct Cause: Sendable {
    var kind = ""
    var errorType = ""
    var message = ""
    /// Where in the attempt it went wrong, if that was in a step inside.
    var inner: FailedAttempt.InnerFailure?
  }
}
