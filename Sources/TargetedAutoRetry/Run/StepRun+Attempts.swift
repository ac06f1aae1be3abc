// For each action of the engine, a driver calls `begin`, runs each `part` that follows, and calls `ended`.
extension StepRun {
  func begin(_ attempt: Attempt) -> AttemptScope {
    if case .runAttempt = next {
      let (start, runs) = (report.failedAttempts.isEmpty ? report.start : now, report.actionRuns)
      self.attempt = CurrentAttempt(start: start, actionRunsBefore: runs, failuresBefore: immediateFailures)
    }
    var isReset = false
    if case .runResetSteps = next { isReset = true }
    result = ScopeResult()
    return AttemptScope(of: step, attempt, in: test, environment.place, inside: parent, isReset: isReset, nest)
  }

  func part(after last: StepPart?, in scope: AttemptScope) -> StepPart? {
    switch (next, last) {
    case (.recheckCondition, nil): .lateCheck
    case (.runResetSteps, nil): .resetSteps
    case (.runAttempt, nil) where step.isWait: .wait
    case (.runAttempt, nil): step.policy.checksFirst && !engine.mustAct ? .firstCheck : .action
    case (.runAttempt, .firstCheck): needsAction(in: scope) ? .action : nil
    case (.runAttempt, .action): .condition
    default: nil
    }
  }

  func ended(_ scope: AttemptScope) {
    switch next {
    case .runAttempt(let attempt): attemptEnded(attempt, in: scope)
    case .recheckCondition(after: let attempt): conditionRechecked(after: attempt, in: scope)
    case .runResetSteps: resetStepsEnded(in: scope)
    case .wait, .finish: break
    }
  }

  func checks(in part: StepPart) -> ConditionChecks {
    let isSingle = part == .firstCheck || part == .lateCheck
    return ConditionChecks(start: now, timeout: isSingle ? .zero : step.policy.conditionTimeout)
  }

  // A closure that starts exactly at a limit, such as the last check, gets the same limit once more. The limits of
  // enclosing steps are not included, because those steps cancel for themselves.
  func limit(ofChecksSince start: Duration? = nil) -> TimeLimit? {
    let (policy, timeout) = (step.policy, start == nil ? .zero : step.policy.conditionTimeout)
    if timeout == .zero, policy.timeLimit == nil { return nil }
    let now = now
    let limits = [
      (StepPolicy.Limit.conditionTimeout, timeout, start ?? now),
      (.timeLimit, policy.timeLimit ?? .zero, report.start),
    ]
    return limits.filter { $0.1 > .zero }.map { kind, time, start in
      let left = start + time - now
      return TimeLimit(kind, left > .zero ? left : time, from: now)
    }.min { $0.expiry < $1.expiry }
  }

  /// `nil` for a wait, which has no attempts, and for reset steps.
  var limitOfAttempt: TimeLimit? {
    if case .runResetSteps = next { return nil }
    return step.isWait ? nil : step.policy.attemptTimeLimit.map { TimeLimit(.attemptTimeLimit, $0, from: now) }
  }

  /// `nil` if no further check follows; then the result has been set.
  func pause(after checks: inout ConditionChecks, _ error: (any Error)?, in scope: AttemptScope) -> Duration? {
    var (thrown, seen) = (error, checks.isMet && error == nil ? [] : scope.seen)
    if let error {
      let limit = error as? TimeLimit
      // Polling, not this one evaluation, used up the limit. Which evaluation was cut off is accidental, so report the
      // previous one.
      if let limit, checks.count > 0, limit.time < (limit.expiry - checks.start) / 2 {
        (thrown, seen, checks.isMet) = (limit.error, checks.seen, false)
      } else if limit != nil || isStop(error) {
        threw(error)
        return nil
      }
    }
    checks.seen = seen
    let isCut = isCancelled || scope.hasFailed
    if let pause = step.policy.pause(after: &checks, thrown, isCut: isCut, at: now, until: step.deadline?.instant) {
      return pause
    }
    (result.isMet, result.checks, result.checkStart) = (checks.isMet, checks.isMet ? nil : checks, checks.start)
    return nil
  }

  func threw(_ error: any Error) {
    guard let limit = error as? TimeLimit else {
      return result = ScopeResult(error: error, isStopped: isStop(error))
    }
    // A skip remains a skip, even if a limit was reached as well.
    if result.isStopped, result.error?.isSkip == true { return }
    // The last check of a condition ends after the limit, and the attempt does not throw its error.
    result = ScopeResult(reachedLimit: limit.adding(result.lastError))
  }

  private func needsAction(in scope: AttemptScope) -> Bool {
    if result.isMet { emit(.actionNotNeeded(scope.attempt)) }
    // An attempt that begins in a cancelled task still runs its action, unless its time limit cancelled it.
    let isCut = scope.hasFailed || (isCancelled && step.policy.attemptTimeLimit != nil)
    return result.checks != nil && !isCut
  }

  private func attemptEnded(_ attempt: Attempt, in scope: AttemptScope) {
    let (now, start) = (now, self.attempt.start)
    report.lastAttempt = now - start
    close(scope)
    report.waiting += conditionTime(at: now)
    if immediateFailures > self.attempt.failuresBefore, !dependencies.steering.failsOnRecovery {
      report.recordsIssues = true
      hint(.assertionNotWithheld)
    }
    let isRehearsal =
      result.hasSucceeded && !isCancelled && engine.mayRehearse(since: start, at: now, until: step.deadline?.instant)
    if result.hasSucceeded, !isRehearsal, !result.isStopped {
      return next = stopEarly() ?? engine.attemptSucceeded(ranAction: ranAction)
    }
    let failed = failure(of: attempt, ranAction: ranAction, isRehearsal: isRehearsal, at: now)
    if result.isStopped {
      callHooks(after: failed)
      report.attachments = failed.attachments
      return next = engine.stop(.aborted(.byError(ofResetSteps: false, inside: abortion)))
    }
    report.append(failed)
    noteFailure()
    // The values may be large; only their text is kept.
    forgetValue?()
    result.seen = []
    if isCancelled, abortion == nil { abortion = .byCancellation }
    callHooks(after: failed)
    next = stopEarly() ?? nextAction(isRehearsed: isRehearsal)
    // A wait has a single line, when it ends.
    if !step.isWait { emit(.attemptFailed(failed, retrying: next.continues)) }
    emitIssues(of: failed)
    if next.continues, step.mostRuns > 30, parent != nil { hint(.retriesMultiply(step.mostRuns)) }
    if case .wait(let duration, after: _) = next { emit(.wait(duration, after: attempt)) }
  }

  private func nextAction(isRehearsed: Bool) -> RetryEngine.Action {
    let isByIssue = result.reachedLimit == nil && !result.reasons.isEmpty
    if step.isWait { return engine.stop(isByIssue ? .aborted(.byIssue) : .timedOut) }
    return engine.attemptFailed(
      // The forms that return a value check it only once.
      byCondition: result.checks != nil && result.reasons.isEmpty && forgetValue == nil,
      isRehearsed: isRehearsed,
      mustAct: !isRehearsed && (result.error != nil || !result.reasons.isEmpty),
      // Read again, because a hook may be slow.
      at: now,
      until: step.deadline?.instant
    )
  }

  func waited(since instant: Duration) {
    report.waiting += now - instant
    next = isCancelled ? engine.stop(.aborted(.byCancellation)) : engine.waited()
  }

  // Issues, aborts and cancelled steps of a late check count for the attempt. Its error is only logged: the hooks and
  // the records already have the cause of the attempt.
  private func conditionRechecked(after attempt: Attempt, in scope: AttemptScope) {
    close(scope)
    if isCancelled, !result.hasSucceeded, abortion == nil { abortion = .byCancellation }
    next = stopEarly() ?? engine.conditionRechecked(isMet: result.hasSucceeded)
    // A condition that is still false needs no event.
    guard !result.isStopped, result.cause != nil else { return }
    let failed = failure(of: attempt, ranAction: false, isRehearsal: false, at: now)
    emit(.lateCheckFailed(failed))
    emitIssues(of: failed)
  }

  private func resetStepsEnded(in scope: AttemptScope) {
    report.resets += 1
    // A step that was cancelled in reset steps is noted in the enclosing attempt.
    attempt.hasCancelledStep = false
    close(scope)
    if attempt.hasCancelledStep { noteCancellation() }
    if isCancelled, abortion == nil { abortion = .byCancellation }
    if result.error != nil { return next = engine.stop(.aborted(.byError(ofResetSteps: true, inside: abortion))) }
    if let action = stopEarly() { return next = action }
    report.resetError = result.reachedLimit?.error?.text
    next = result.reachedLimit == nil ? engine.resetStepsEnded() : engine.stop(.timedOut)
  }
}

extension StepRun {
  private var ranAction: Bool { report.actionRuns > attempt.actionRunsBefore }

  /// The number of failed assertions, in a test case that holds nothing back.
  private var immediateFailures: Int {
    guard let test, !(test.withholds && test.state.withLock { $0.handsInIssues }) else { return 0 }
    return test.failures - test.state.withLock { $0.ownFailures }
  }

  private func close(_ scope: AttemptScope) {
    let closed = scope.close()
    if closed.hasCancelledStep { attempt.hasCancelledStep = true }
    result.issues = closed.kept
    result.reasons = closed.kept.map(\.text)
    if let inner = closed.abortion {
      abortion = .byInnerStep(reason: inner.reason, isReported: inner.isReported)
      if result.isMet { result.reasons.append("A step inside was told to stop: \(inner.reason)") }
    }
    result.innermostFailure = closed.failure
    // If a limit cut off the last check, only the notes say what it saw.
    result.seen = result.reachedLimit != nil ? closed.seen ?? [] : result.checks?.seen ?? []
    result.checks?.seen = []
  }

  private func stopEarly() -> RetryEngine.Action? {
    if result.isStopped { return engine.stop(.aborted(.byError(ofResetSteps: false, inside: abortion))) }
    return abortion.map { engine.stop(.aborted($0)) }
  }

  private func conditionTime(at now: Duration) -> Duration { result.checkStart.map { now - $0 } ?? .zero }

  private func failure(of attempt: Attempt, ranAction: Bool, isRehearsal: Bool, at now: Duration) -> FailedAttempt {
    let result = result
    let rehearsal = isRehearsal ? [Steering.rehearsalCause] : nil
    return FailedAttempt(
      cause: rehearsal.map(FailedAttempt.Cause.issues) ?? result.cause ?? .condition,
      innermostFailure: result.innermostFailure,
      elapsed: now - self.attempt.start,
      step: step,
      attempt: attempt,
      attachments: makeAttachments(to: attempt.number),
      start: self.attempt.start,
      ranAction: ranAction,
      isRehearsal: isRehearsal,
      conditionTime: conditionTime(at: now),
      checks: result.checks,
      rejectedValue: result.checks == nil ? nil : rejectedValue?(),
      seen: NotedValue.text(of: result.seen),
      limit: limitText,
      hasFailureOfStep: result.issues.contains(where: \.isFailureOfStep),
      ownIssues: rehearsal ?? result.ownReasons,
      thrown: result.lateError?.text ?? result.errorAlongsideIssues?.text,
      reachedLimit: result.reachedLimit
    )
  }

  /// After the last attempt, an issue is emitted only if the step does not record it itself.
  private func emitIssues(of failed: FailedAttempt) {
    for issue in result.issues {
      let text = issue.text
      let isLogged = issue.isFromLibrary || text == failed.namedIssue
      let isRepeated = !issueKeys.insert(issue.key).inserted
      let isRecordedElsewhere = parent?.isHeldBack == true || (isRepeated && !issue.isInResult)
      if next.continues || (isRecordedElsewhere && !isLogged) {
        emit(.issueWithheld(text, failed.attempt, isLogged: isLogged))
      }
    }
  }

  private var limitText: String? {
    guard let limit = result.reachedLimit?.kind ?? result.checks?.limit else { return nil }
    let (origins, scale) = (step.policy.origins, dependencies.steering.timeScaleText)
    return switch limit {
    case .attemptTimeLimit: "attemptTimeLimit of \(origins.attemptTimeLimit.rawValue)\(scale)"
    case .conditionTimeout where origins.conditionTimeout == .call: "limit of the call\(scale)"
    case .conditionTimeout where origins.conditionTimeout == .default: "default limit\(scale)"
    case .conditionTimeout: "conditionTimeout of \(origins.conditionTimeout.rawValue)\(scale)"
    case .timeLimit: deadlineText
    }
  }
}

struct ScopeResult {
  var isMet = false
  /// The checks of the condition; `nil` if it was met, or was not checked.
  var checks: ConditionChecks?
  var checkStart: Duration?
  var error: (any Error)?
  /// Whether the error, such as a skip, must not be retried.
  var isStopped = false
  var reachedLimit: TimeLimit?
  var issues: [TestIssue] = []
  /// The texts of the issues, and of an inner step that was aborted.
  var reasons: [String] = []
  var innermostFailure: StepFailure?
  /// The values that the last check noted.
  var seen: [NotedValue] = []

  var hasSucceeded: Bool { isMet && reasons.isEmpty }

  var lastError: (any Error)? { error ?? (checks?.lastThrew == true ? checks?.error : nil) }

  /// The error that was thrown after a limit, unless another text of the cause contains it.
  var lateError: (any Error)? {
    guard let error = reachedLimit?.error, !error.standsForIssue else { return nil }
    return error is RetryExhausted && innermostFailure != nil ? nil : error
  }

  /// The error of an attempt that also recorded issues, unless one of them already reports the error.
  var errorAlongsideIssues: (any Error)? {
    guard !issues.isEmpty, !isStopped, let error = lastError, !error.standsForIssue else { return nil }
    return (error as? RetryExhausted)?.report.failsTest == true ? nil : error
  }

  /// `nil` if the condition was merely false.
  var cause: FailedAttempt.Cause? {
    if let reachedLimit { return .timedOut(after: reachedLimit.time) }
    return reasons.isEmpty ? lastError.map(FailedAttempt.Cause.error) : .issues(reasons)
  }

  var ownReasons: [String] {
    issues.filter { !$0.isFromLibrary }.map(\.text) + reasons.dropFirst(issues.count)
  }
}
