/// The context of an attempt, of its late check, or of the reset steps after it; steps that start there are nested in
/// it.
final class StepContext: Sendable {
  let step: Step
  let attempt: Int
  /// The issues of this attempt, if they can be withheld.
  ///
  /// Reset steps belong to no attempt of their own step, but to the attempt around the step.
  let ownIssues: AttemptIssues?
  /// The issues of the innermost attempt around the current code.
  let issues: AttemptIssues?
  /// The context that the step started in.
  let parent: StepContext?
  /// Shared by the steps that are nested in each other.
  let nest: Locked<Nest>
  /// Those of an attempt are also of its late check; nil once both are over.
  private let notes: Locked<StepNotes?>

  static var current: StepContext? { Surroundings.current.step }

  init(
    of step: Step,
    attempt: Int = 1,
    _ issues: AttemptIssues? = nil,
    inside parent: StepContext? = nil,
    _ nest: Locked<Nest>,
    _ notes: Locked<StepNotes?>
  ) {
    self.step = step
    self.attempt = attempt
    ownIssues = issues
    self.issues = issues ?? parent?.issues
    self.parent = parent
    self.nest = nest
    self.notes = notes
  }

  /// True if the attempt cannot succeed any more: it has an issue, or an inner step was aborted.
  var hasFailed: Bool { notes.withLock { $0?.abortion != nil } || ownIssues?.isEmpty == false }

  func note(_ failure: FailedAttempt.InnerFailure, failsAttempt: Bool) {
    notes.withLock { $0?.note(failure, failsAttempt: failsAttempt) }
  }

  func note(_ abortion: InnerAbortion) { notes.withLock { $0?.note(abortion) } }

  /// Notes for the innermost attempt around that is not over that a step inside was cancelled.
  ///
  /// - Returns: False if there is none.
  func noteCancellation() -> Bool {
    let isNoted = notes.withLock { notes in
      notes?.hasCancelledStep = true
      return notes != nil
    }
    return isNoted || parent?.noteCancellation() ?? false
  }
}

/// The notes that steps leave for the attempt, or for the reset steps, that they are inside of.
struct StepNotes: Sendable {
  /// The reason why an inner step was aborted; the step around ends as well, whatever its closures do with the error.
  private(set) var abortion: InnerAbortion?
  /// The first inner step that failed the attempt, or else the first that did not succeed.
  private(set) var failure: FailedAttempt.InnerFailure?
  private var failureFailsAttempt = false
  /// True if a step inside has ended by cancellation: it has neither failed nor succeeded.
  var hasCancelledStep = false

  mutating func note(_ failure: FailedAttempt.InnerFailure, failsAttempt: Bool) {
    guard self.failure == nil || (failsAttempt && !failureFailsAttempt) else { return }
    self.failure = failure
    failureFailsAttempt = failsAttempt
  }

  mutating func note(_ abortion: InnerAbortion) {
    let isReported = abortion.isReported && self.abortion?.isReported != false
    self.abortion = InnerAbortion(reason: self.abortion?.reason ?? abortion.reason, isReported: isReported)
  }
}

/// What steps that are nested in each other share.
struct Nest: Sendable {
  /// The log warns of a nest with more innermost attempts than this.
  static let manyAttempts = 25

  /// The object of the outermost step, if it may stand for the test; nil when that step is over.
  ///
  /// It is used through a conformance only, which is not found on another actor than its own.
  nonisolated(unsafe) var object: AnyObject?
  /// The test; it is looked up once.
  var test: RunningTest?
  /// True if the log has warned of it.
  var isWarned = false
}
