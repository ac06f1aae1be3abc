// A driver runs the parts of what the engine has asked for, and reports how each went.
extension StepRun {
  /// Begins the attempt, the late check or the reset steps that the engine has asked for.
  func begin(_ attempt: Attempt) -> AttemptScope {
    var isReset = false
    switch next {
    case .runResetSteps: isReset = true
    case .runAttempt:
      self.attempt = CurrentAttempt(
        start: report.failedAttempts.isEmpty ? report.start : now,
        actionRunsBefore: report.actionRuns,
        failuresBefore: immediateFailures
      )
    case .wait, .recheckCondition, .finish: break
    }
    result = PartResult()
    return AttemptScope(of: step, attempt, in: test, environment.flakyScope, inside: parent, isReset: isReset, nest)
  }

  /// The part that comes next; `nil` if none follows.
  func part(after last: StepPart?, in scope: AttemptScope) -> StepPart? {
    switch (next, last) {
    case (.recheckCondition, nil): .lateCheck
    case (.runResetSteps, nil): .resetSteps
    case (.runAttempt, nil) where step.isWait: .wait
    case (.runAttempt, nil): step.checksFirst && !engine.mustAct ? .firstCheck : .action
    case (.runAttempt, .firstCheck): needsAction(in: scope) ? .action : nil
    case (.runAttempt, .action): ranAction ? .condition : nil
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

  /// The nearest limit of an asynchronous closure that begins now; `nil` if there is none.
  ///
  /// A closure that starts exactly at a limit, such as the last check, gets the same limit once more. Enclosing steps
  /// cancel for their own limits.
  ///
  /// - Parameter start: When the checks began, for a check.
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

  /// The limit of an attempt or of its late check. A wait has no attempts, and a limit of its own.
  var limitOfAttempt: TimeLimit? {
    if case .runResetSteps = next { return nil }
    return step.isWait ? nil : step.policy.attemptTimeLimit.map { TimeLimit(.attemptTimeLimit, $0, from: now) }
  }

  /// The pause before the next check of the condition; `nil` if none follows.
  func pause(after checks: inout ConditionChecks, _ error: (any Error)?, in scope: AttemptScope) -> Duration? {
    var (thrown, seen) = (error, checks.isMet && error == nil ? [] : scope.seen)
    if let error {
      let limit = error as? TimeLimit
      // Polling, not this one evaluation, used up the limit. Which evaluation was cut off is accidental, so report the
      // previous one.
      if let limit, checks.count > 0, limit.time < (limit.expiry - checks.start) / 2 {
        (thrown, seen, checks.isMet) = (nil, checks.seen, false)
      } else if limit != nil || isStop(error) {
        threw(error)
        return nil
      }
    }
    checks.seen = seen
    let isCut = isCancelled || scope.hasFailed
    if let pause = step.policy.pause(after: &checks, thrown, isCut: isCut, at: now, until: deadline?.instant) {
      return pause
    }
    (result.isMet, result.checks, result.checkStart) = (checks.isMet, checks.isMet ? nil : checks, checks.start)
    return nil
  }

  func threw(_ error: any Error) {
    if let limit = error as? TimeLimit {
      // A skip stays a skip.
      if !result.isStopped || result.error?.isSkip != true { result = PartResult(timeLimit: limit) }
    } else {
      result = PartResult(error: error, isStopped: isStop(error))
    }
  }

  /// Whether the action must run after a first check of the condition.
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
      hint(.assertionNotWithheld)
    }
    let ranAction = ranAction
    report.lastAttemptRanAction = ranAction
    let isRehearsal =
      result.hasSucceeded && !isCancelled && engine.mayRehearse(since: start, at: now, until: deadline?.instant)
    if result.isStopped || (result.hasSucceeded && !isRehearsal) {
      next = stopEarly() ?? engine.attemptSucceeded(ranAction: ranAction)
      return
    }
    let failed = failedAttempt(attempt, ranAction: ranAction, isRehearsal: isRehearsal, at: now)
    report.append(failed)
    forgetValue?()
    result.seen = []
    result.checks?.seen = []
    callHooks(after: failed)
    // A value is not checked again.
    let mayBeChecked = result.failedByCondition && forgetValue == nil
    let hasFault = !isRehearsal && (result.error != nil || !result.reasons.isEmpty)
    next = stopEarly() ?? nextAction(byCondition: mayBeChecked, isRehearsed: isRehearsal, mustAct: hasFault)
    // The last line of a wait says everything.
    if !step.isWait { emit(.attemptFailed(failed, retrying: next.continues)) }
    emitIssues(of: failed)
  }

  private func nextAction(byCondition: Bool, isRehearsed: Bool, mustAct: Bool) -> RetryEngine.Action {
    if step.isWait { return engine.stop(result.isByIssue ? .aborted(.byIssue) : .timedOut) }
    return engine.attemptFailed(
      byCondition: byCondition,
      isRehearsed: isRehearsed,
      mustAct: mustAct,
      // Read again, because a hook may be slow.
      at: now,
      until: deadline?.instant
    )
  }

  func waited(since instant: Duration) {
    report.waiting += now - instant
    next = isCancelled ? engine.stop(.aborted(.byCancellation)) : engine.waited()
  }

  // The issues of a late check, its abort and its cancelled steps belong to the attempt. Its error is only logged: the
  // cause of the attempt stays the one that hooks and records have.
  private func conditionRechecked(after attempt: Attempt, in scope: AttemptScope) {
    close(scope)
    if isCancelled, !result.hasSucceeded, abortion == nil { abortion = .byCancellation }
    next = stopEarly() ?? engine.conditionRechecked(isMet: result.hasSucceeded)
    // A condition that was merely false is no news.
    guard !result.isStopped, result.cause != nil else { return }
    let failed = failedAttempt(attempt, ranAction: false, isRehearsal: false, at: now)
    emit(.lateCheckFailed(failed))
    emitIssues(of: failed)
  }

  private func resetStepsEnded(in scope: AttemptScope) {
    report.resets += 1
    // Reset steps belong to the attempt around the step.
    attempt.hasCancelledStep = false
    close(scope)
    if attempt.hasCancelledStep { noteCancellation() }
    if isCancelled, abortion == nil { abortion = .byCancellation }
    if result.error != nil { return next = engine.stop(.aborted(.byError(ofResetSteps: true, inside: abortion))) }
    if let action = stopEarly() { return next = action }
    next = result.timeLimit == nil ? engine.resetStepsEnded() : engine.stop(.timedOut)
  }
}

extension StepRun {
  /// Whether the action of the attempt has begun.
  private var ranAction: Bool { report.actionRuns > attempt.actionRunsBefore }

  /// The failures of assertions in a test case that holds nothing back.
  private var immediateFailures: Int {
    guard let test, !test.withholds else { return 0 }
    return test.failures - test.state.withLock { $0.ownFailures }
  }

  /// Takes the issues of a part and the notes of inner steps; an abort among them ends this step too.
  private func close(_ scope: AttemptScope) {
    let (issues, notes) = scope.close()
    if notes.hasCancelledStep { attempt.hasCancelledStep = true }
    result.issues = issues
    result.reasons = issues.map(\.text)
    if let inner = notes.abortion {
      abortion = .byInnerStep(reason: inner.reason, isReported: inner.isReported)
      if result.isMet { result.reasons.append("A step inside was told to stop: \(inner.reason)") }
    }
    result.innermostFailure = notes.failure
    // A check that was cut off has no result of its own.
    result.seen = result.timeLimit != nil ? notes.seen ?? [] : result.checks?.seen ?? []
  }

  /// Ends the step if nothing may follow the part.
  private func stopEarly() -> RetryEngine.Action? {
    if result.isStopped { return engine.stop(.aborted(.byError(ofResetSteps: false, inside: abortion))) }
    return abortion.map { engine.stop(.aborted($0)) }
  }

  private func conditionTime(at now: Duration) -> Duration { result.checkStart.map { now - $0 } ?? .zero }

  private func failedAttempt(
    _ attempt: Attempt,
    ranAction: Bool,
    isRehearsal: Bool,
    at now: Duration
  ) -> FailedAttempt {
    let result = result
    let rehearsal = isRehearsal ? [Steering.rehearsalCause] : nil
    var checks = result.checks
    // The values that were noted may be large; only their text is kept.
    checks?.seen = []
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
      checks: checks,
      rejectedValue: result.checks == nil ? nil : rejectedValue?(),
      seen: NotedValue.text(of: result.seen),
      limit: limit(of: result, at: now),
      hasFailureOfStep: result.issues.contains(where: \.isFailureOfStep),
      ownIssues: rehearsal ?? result.ownReasons,
      thrown: result.errorBesideIssues?.text
    )
  }

  /// Emits the issues of an attempt that a retry follows. Those of the last one are the outer attempt's, and logged.
  private func emitIssues(of failed: FailedAttempt) {
    let continues = next.continues
    guard continues || parent?.isInAttempt == true else { return }
    for issue in result.issues {
      let text = issue.text
      let isLogged = issue.isOwn || text == failed.namedIssue
      if continues || !isLogged { emit(.issueWithheld(text, failed.attempt, isLogged: isLogged)) }
    }
  }

  /// The limit that ended the attempt or its wait for the condition, in words.
  private func limit(of result: PartResult, at now: Duration) -> String? {
    guard let limit = result.timeLimit?.kind ?? step.policy.limitOfWait(result.checks, at: now) else { return nil }
    let (origins, scale) = (step.policy.origins, dependencies.steering.timeScaleText)
    return switch limit {
    case .attemptTimeLimit: "attemptTimeLimit of \(origins.attemptTimeLimit.rawValue)\(scale)"
    case .conditionTimeout where origins.conditionTimeout == .call: "limit of the call\(scale)"
    case .conditionTimeout where origins.conditionTimeout == .default: "default limit\(scale)"
    case .conditionTimeout: "conditionTimeout of \(origins.conditionTimeout.rawValue)\(scale)"
    case .timeLimit: timeLimit
    }
  }
}

/// What happened in an attempt, its late check or its reset steps.
///
/// A driver tells the run what it saw, and the run adds what was recorded meanwhile.
struct PartResult {
  /// Whether the condition became true.
  var isMet = false
  /// The checks, if they did not find the condition met.
  var checks: ConditionChecks?
  /// When the checks began.
  var checkStart: Duration?
  var error: (any Error)?
  /// Whether the error means *stop*.
  var isStopped = false
  /// The limit that cancelled it.
  var timeLimit: TimeLimit?
  var issues: [TestIssue] = []
  /// Why a part that did not throw failed: its issues, or an inner step that was aborted.
  var reasons: [String] = []
  var innermostFailure: StepFailure?
  /// The values that the last check noted.
  var seen: [NotedValue] = []
  /// Whether an inner step ended by cancellation; an attempt then forgives nothing.
  var hasCancelledStep = false

  var hasSucceeded: Bool { isMet && reasons.isEmpty }

  /// Whether nothing but the condition failed the attempt.
  var failedByCondition: Bool { checks != nil && reasons.isEmpty }

  /// The error that was thrown, or that the last check of the condition threw.
  private var lastError: (any Error)? { error ?? (checks?.lastThrew == true ? checks?.error : nil) }

  /// The error of an attempt that also recorded issues, unless the error stands for one of them.
  var errorBesideIssues: (any Error)? {
    guard !issues.isEmpty, !isStopped, let error = lastError, !error.standsForIssue else { return nil }
    return (error as? RetryExhausted)?.report.failsTest == true ? nil : error
  }

  /// `nil` if the condition was merely false.
  var cause: FailedAttempt.Cause? {
    if let timeLimit { return .timedOut(after: timeLimit.time) }
    return reasons.isEmpty ? lastError.map(FailedAttempt.Cause.error) : .issues(reasons)
  }

  var isByIssue: Bool {
    if case .issues = cause { true } else { false }
  }

  var ownReasons: [String] {
    guard issues.contains(where: \.isOwn) else { return reasons }
    return issues.filter { !$0.isOwn }.map(\.text) + reasons.dropFirst(issues.count)
  }
}
