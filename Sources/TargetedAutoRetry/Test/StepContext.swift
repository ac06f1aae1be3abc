/// An attempt, its late check, or its reset steps; steps inside are nested in it, and issues arrive from any thread.
final class StepContext: Sendable {
  private struct State {
    var kept: [TestIssue] = []
    /// The reason why the attempt withholds nothing any more; nil while it is open.
    var end: NotWithheld?
    var notes = StepNotes()
    /// True once its notes have been taken.
    var isClosed = false
  }

  let step: Step
  let attempt: Attempt
  let parent: StepContext?
  let flakyScope: FlakyScope?
  /// The test in which the step began, if it is known.
  let test: RunningTest?
  /// False if issues cannot be withheld, and for reset steps, which belong to no attempt.
  let withholds: Bool
  private let state = Locked(State())
  let nest: Locked<Nest>

  static var current: StepContext? { Surroundings.current.step }

  init(
    of step: Step,
    _ attempt: Attempt,
    in test: RunningTest?,
    _ flakyScope: FlakyScope?,
    inside parent: StepContext? = nil,
    isReset: Bool = false,
    _ nest: Locked<Nest>
  ) {
    self.step = step
    self.attempt = attempt
    self.test = test
    withholds = !isReset && test?.withholds == true
    self.flakyScope = flakyScope
    self.parent = parent
    self.nest = nest
    if withholds, test?.begin(self) == false { end(.testIsOver) }
  }

  var isInAttempt: Bool { withholding.contains { _ in true } }

  var withholding: some Sequence<StepContext> { sequence(first: self, next: \.parent).lazy.filter(\.withholds) }

  /// True if the attempt cannot succeed any more: it has an issue, or an inner step was aborted.
  var hasFailed: Bool { state.withLock { $0.notes.abortion != nil || !$0.kept.isEmpty } }

  func note(_ value: NotedValue) { leave { $0.note(value) } }

  func leave(_ note: (inout StepNotes) -> Void) { state.withLock { note(&$0.notes) } }

  /// Notes for the innermost attempt that is not over that a step inside was cancelled; false if there is none.
  func noteCancellation() -> Bool {
    let isNoted = state.withLock { state in
      state.notes.hasCancelledStep = true
      return !state.isClosed
    }
    return isNoted || parent?.noteCancellation() ?? false
  }

  /// Forgets what the look before has noted; it is released outside of the lock, because a deinit may take it.
  func lookBegins() {
    _ = state.withLock { state in
      defer { state.notes.seen = [] }
      return state.notes.seen
    }
  }

  var seen: [NotedValue] { state.withLock { $0.notes.seen } ?? [] }
}

extension StepContext {
  /// The attempt's decision about an issue of its code.
  ///
  /// The last one keeps it only if it can be recorded again as it was, or if the step fails the test by it.
  func standing(canBeReplayed: Bool) -> IssueOrigin.Standing {
    if let end = state.withLock({ $0.end }) { return .refuses(end) }
    return canBeReplayed || attempt.retriesRemaining > 0 || step.failure == .failsTest ? .keeps : .passesOn
  }

  /// Keeps an issue; false if the attempt is over, so that the issue is not its own.
  func keep(_ issue: TestIssue) -> Bool {
    state.withLock { state in
      if state.end == nil { state.kept.append(issue) }
      return state.end == nil
    }
  }

  var isOpen: Bool { state.withLock { $0.end == nil } }

  func end(_ reason: NotWithheld) { state.withLock { $0.end = $0.end ?? reason } }

  /// Ends the part, and returns what code has left for it.
  func close() -> (issues: [TestIssue], notes: StepNotes) {
    let (issues, notes) = state.withLock { state in
      defer { state.notes = StepNotes() }
      (state.end, state.isClosed) = (state.end ?? .attemptIsOver, true)
      return (state.kept, state.notes)
    }
    if withholds { test?.end(self, hasWithheld: !issues.isEmpty) }
    return (issues, notes)
  }

  /// Hands out the causes of the failures of inner steps, for the failure of the step that stands for them.
  func takeFailuresOfSteps() -> [FailureCause] {
    state.withLock { state in
      let failures = state.kept.filter(\.isFailureOfStep)
      state.kept.removeAll(where: \.isFailureOfStep)
      return failures.flatMap(\.causes)
    }
  }

  func takeIssues() -> [TestIssue] {
    state.withLock { state in
      defer { state.kept = [] }
      return state.kept
    }
  }
}

/// The notes that code leaves for the attempt, or for the reset steps, that it is inside of.
struct StepNotes: Sendable {
  /// The reason why an inner step was aborted; the step around ends as well, whatever its closures do with the error.
  private(set) var abortion: (reason: String, failure: String?)?
  /// The first inner step that failed the attempt, or else the first that did not succeed.
  private(set) var failure: FailedAttempt.InnerFailure?
  private var failureFailsAttempt = false
  var hasCancelledStep = false
  /// The values that were noted since the last look at the condition began; nil before the first look.
  var seen: [NotedValue]?

  mutating func note(_ value: NotedValue) {
    // One more than are shown tells that there are more.
    if let count = seen?.count, count <= NotedValue.mostShown { seen?.append(value) }
  }

  mutating func note(_ failure: FailedAttempt.InnerFailure, failsAttempt: Bool) {
    guard self.failure == nil || (failsAttempt && !failureFailsAttempt) else { return }
    self.failure = failure
    failureFailsAttempt = failsAttempt
  }

  /// - Parameter failure: The key of the failure for it, which the test has or a place around keeps; nil if a step around
  ///   is to fail the test.
  mutating func noteAbortion(_ reason: String, failure: String?) {
    let first = abortion ?? (reason, failure)
    abortion = (first.reason, failure == nil ? nil : first.failure)
  }
}

/// What steps that are nested in each other share.
struct Nest: Sendable {
  /// The object of the outermost step, if it may stand for the test, for use through a conformance; nil after that step.
  nonisolated(unsafe) var object: AnyObject?
  var identity: TestIdentity?
}
