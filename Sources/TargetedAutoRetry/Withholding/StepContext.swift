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
  private let key: Nest.Key

  static var current: StepContext? { Surroundings.current.step }

  /// - Parameters:
  ///   - parent: The context that the step started in.
  ///   - issues: The issues of the attempt; nil for reset steps, or if they cannot be withheld.
  init(
    of step: Step,
    attempt: Int = 1,
    isReset: Bool = false,
    _ issues: AttemptIssues? = nil,
    inside parent: StepContext? = nil,
    _ nest: Locked<Nest>
  ) {
    self.step = step
    self.attempt = attempt
    ownIssues = issues
    self.issues = issues ?? parent?.issues
    self.parent = parent
    self.nest = nest
    key = Nest.Key(step: step.id, attempt: attempt, isReset: isReset)
  }

  /// True if the attempt cannot succeed any more: it has an issue, or an inner step was aborted.
  var hasFailed: Bool { nest.withLock { $0.notes[key]?.abortion != nil } || ownIssues?.isEmpty == false }

  func note(_ failure: FailedAttempt.InnerFailure, failsAttempt: Bool) {
    change { notes in
      guard notes.failure == nil || (failsAttempt && !notes.failureFailsAttempt) else { return }
      (notes.failure, notes.failureFailsAttempt) = (failure, failsAttempt)
    }
  }

  func note(_ abortion: InnerAbortion) {
    change { notes in
      let isReported = abortion.isReported && notes.abortion?.isReported != false
      notes.abortion = InnerAbortion(reason: notes.abortion?.reason ?? abortion.reason, isReported: isReported)
    }
  }

  func noteCancellation() { change { $0.hasCancelledStep = true } }

  /// Hands out the notes that inner steps have left since the last call.
  func takeNotes() -> Nest.Notes { nest.withLock { $0.notes.removeValue(forKey: key) } ?? Nest.Notes() }

  private func change(_ body: (inout Nest.Notes) -> Void) {
    nest.withLock { body(&$0.notes[key, default: Nest.Notes()]) }
  }
}

/// The steps that are nested in each other, with what they share.
struct Nest: Sendable {
  struct Key: Hashable {
    let step: StepID
    let attempt: Int
    let isReset: Bool
  }

  /// The notes of the steps inside an attempt or inside reset steps.
  struct Notes: Sendable {
    /// The reason why an inner step was aborted; the step around ends as well, whatever its closures do with the error.
    var abortion: InnerAbortion?
    /// The first inner step that failed the attempt, or else the first that did not succeed.
    var failure: FailedAttempt.InnerFailure?
    var failureFailsAttempt = false
    /// True if a step inside has ended by cancellation: it has neither failed nor succeeded.
    var hasCancelledStep = false
  }

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
  var notes: [Key: Notes] = [:]
}
