/// An attempt, its late check, or its reset steps; steps inside are nested in it, and issues arrive from any thread.
final class StepContext: Sendable {
  private struct Issues {
    var kept: [WithheldIssue] = []
    /// The reason why the attempt withholds nothing any more; nil while it is open.
    var end: NotWithheld?
  }

  let step: Step
  let attempt: Attempt
  let parent: StepContext?
  let flakyScope: FlakyScope?
  /// The run in which the step began; nil if issues cannot be withheld, and for reset steps, which belong to no attempt.
  private let run: TestRun?
  private let issues = Locked(Issues())
  let nest: Locked<Nest>
  /// Those of an attempt are also of its late check; nil once both are over.
  private let notes: Locked<StepNotes?>

  static var current: StepContext? { Surroundings.current.step }

  init(
    of step: Step,
    _ attempt: Attempt,
    in run: TestRun?,
    _ flakyScope: FlakyScope?,
    inside parent: StepContext? = nil,
    _ nest: Locked<Nest>,
    _ notes: Locked<StepNotes?>
  ) {
    self.step = step
    self.attempt = attempt
    self.run = run
    self.flakyScope = flakyScope
    self.parent = parent
    self.nest = nest
    self.notes = notes
    if run?.begin(self) == false { end(.testIsOver) }
  }

  var isInAttempt: Bool { withholding.contains { _ in true } }

  var withholds: Bool { run != nil }

  var withholding: some Sequence<StepContext> { sequence(first: self, next: \.parent).lazy.filter(\.withholds) }

  /// True if the attempt cannot succeed any more: it has an issue, or an inner step was aborted.
  var hasFailed: Bool { notes.withLock { $0?.abortion != nil } || issues.withLock { !$0.kept.isEmpty } }

  func note(_ failure: FailedAttempt.InnerFailure, failsAttempt: Bool) {
    notes.withLock { $0?.note(failure, failsAttempt: failsAttempt) }
  }

  func note(_ abortion: InnerAbortion) { notes.withLock { $0?.note(abortion) } }

  func note(_ value: NotedValue) { notes.withLock { $0?.note(value) } }

  /// Notes for the innermost attempt that is not over that a step inside was cancelled; false if there is none.
  func noteCancellation() -> Bool {
    let isNoted = notes.withLock { notes in
      notes?.hasCancelledStep = true
      return notes != nil
    }
    return isNoted || parent?.noteCancellation() ?? false
  }
}

extension StepContext {
  /// The attempt's decision about an issue of its code; the last one keeps it only if it can be recorded again.
  func standing(canBeReplayed: Bool) -> IssueOrigin.Standing {
    if let end = issues.withLock({ $0.end }) { return .refuses(end) }
    return canBeReplayed || attempt.retriesRemaining > 0 ? .keeps : .passesOn
  }

  /// Keeps an issue; false if the attempt is over, so that the issue is not its own.
  func keep(_ issue: WithheldIssue) -> Bool {
    issues.withLock { issues in
      if issues.end == nil { issues.kept.append(issue) }
      return issues.end == nil
    }
  }

  var isOpen: Bool { issues.withLock { $0.end == nil } }

  func end(_ reason: NotWithheld) { issues.withLock { $0.end = $0.end ?? reason } }

  func close() -> [WithheldIssue] {
    end(.attemptIsOver)
    let kept = issues.withLock { $0.kept }
    if kept.isEmpty { run?.drop(self) }
    return kept
  }

  /// Hands out the causes of the failures of inner steps, for the failure of the step that stands for them.
  func takeFailuresOfSteps() -> [FailureCause] {
    issues.withLock { issues in
      let failures = issues.kept.filter(\.isFailureOfStep)
      issues.kept.removeAll(where: \.isFailureOfStep)
      return failures.flatMap(\.causes)
    }
  }

  func takeIssues() -> [WithheldIssue] {
    issues.withLock { issues in
      defer { issues.kept = [] }
      return issues.kept
    }
  }
}

/// The notes that code leaves for the attempt, or for the reset steps, that it is inside of.
struct StepNotes: Sendable {
  /// The reason why an inner step was aborted; the step around ends as well, whatever its closures do with the error.
  private(set) var abortion: InnerAbortion?
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

  mutating func note(_ abortion: InnerAbortion) {
    let first = self.abortion ?? abortion
    self.abortion = InnerAbortion(reason: first.reason, failure: abortion.failure == nil ? nil : first.failure)
  }
}

/// What steps that are nested in each other share.
struct Nest: Sendable {
  /// The object of the outermost step, if it may stand for the test, for use through a conformance; nil after that step.
  nonisolated(unsafe) var object: AnyObject?
  var test: RunningTest?
  var failures = 0
}
