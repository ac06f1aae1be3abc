// For each action of the engine, a driver calls `begin`, runs each `part` that follows, and calls `ended`.
extension StepRun {
  func begin(_ attempt: Attempt) -> AttemptScope {
    if case .runAttempt = next {
      let (start, runs) = (report.failedAttempts.isEmpty ? report.start : now, report.actionRuns)
      current = CurrentAttempt(start: start, actionRunsBefore: runs, failuresBefore: immediateFailures)
    } else {
      current.result = ScopeResult()
    }
    return AttemptScope(
      of: step,
      attempt,
      in: test,
      environment.place,
      inside: parent,
      // A class that announces its tests does it for the whole test, but threads and detached tasks leave that.
      adoptsIssues: parent == nil && environment.run == nil && mayBeInXCTest,
      isReset: isResetting,
      nest
    )
  }

  private var mayBeInXCTest: Bool { !step.isInSwiftTesting && (test != nil || TestRun.isHosted) }

  private var isResetting: Bool {
    if case .runResetSteps = next { true } else { false }
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

  func checks(in part: StepPart, of scope: AttemptScope) -> ConditionChecks {
    let timeout = step.policy.conditionTimeout
    if timeout > .seconds(600) { hint(.checksForLong(step.callSite.pathAndLine)) }
    let isSingle = part == .firstCheck || part == .lateCheck || (timeout > .zero && scope.hasFailed)
    return ConditionChecks(start: now, timeout: isSingle ? .zero : timeout)
  }

  /// The limit of a closure that starts now: an action, reset steps, or a check of the condition.
  ///
  /// A closure that starts exactly at a limit, such as the last check, gets the same limit once more. The limits of
  /// enclosing steps are not included, because those steps cancel for themselves.
  ///
  /// - Parameter checks: When the checks of the condition began, if the closure is one of them.
  func limit(ofChecksSince checks: Duration? = nil) -> TimeLimit? {
    let (policy, now) = (step.policy, now)
    func limit(_ kind: TimeLimit.Kind, _ time: Duration, since start: Duration) -> TimeLimit {
      let left = start + time - now
      return TimeLimit(kind, left > .zero ? left : time, from: now)
    }
    let ofStep = policy.timeLimit.flatMap { $0 > .zero ? limit(.timeLimit, $0, since: report.start) : nil }
    guard let checks, policy.conditionTimeout > .zero else { return ofStep }
    let ofChecks = limit(.conditionTimeout, policy.conditionTimeout, since: checks)
    guard let ofStep, ofStep.expiry < ofChecks.expiry else { return ofChecks }
    return ofStep
  }

  /// The limit in words, with what multiplied it.
  func text(of limit: TimeLimit.Kind) -> String? {
    let origins = step.policy.origins
    let text =
      switch limit {
      case .attemptTimeLimit: "attemptTimeLimit of \(origins.attemptTimeLimit.rawValue)"
      case .conditionTimeout where origins.conditionTimeout == .call: "limit of the call"
      case .conditionTimeout where origins.conditionTimeout == .default: "default limit"
      case .conditionTimeout: "conditionTimeout of \(origins.conditionTimeout.rawValue)"
      case .timeLimit: step.deadline?.text(for: step.id)
      }
    return text.map { $0 + dependencies.steering.timeScaleText }
  }

  /// Reset steps are not part of any attempt.
  var limitOfAttempt: TimeLimit? {
    isResetting ? nil : step.policy.attemptTimeLimit.map { TimeLimit(.attemptTimeLimit, $0, from: now) }
  }

  /// - Returns: The pause before the next check; `nil` if none follows, and then the result has been set.
  func checkEnded(_ checks: inout ConditionChecks, _ error: (any Error)?, in scope: AttemptScope) -> Duration? {
    var thrown = error
    if let limit = error as? TimeLimit {
      guard checks.explainMore(than: limit) else {
        threw(limit)
        return nil
      }
      // What the previous check noted stays.
      (thrown, checks.isMet) = (limit.error, false)
    } else if let error, let stop = stop(by: error) {
      current.result = ScopeResult(error: error, stop: stop)
      return nil
    } else {
      current.result.seen = checks.isMet && error == nil ? [] : scope.seen
    }
    let isCut = isCancelled || scope.hasFailed || value?.isNil() == true
    if checks.timeout > .zero, scope.hasIssues { hint(.assertionEndsPolling(step.callSite.pathAndLine)) }
    let deadline = step.deadline?.instant
    if let pause = checks.endCheck(throwing: thrown, by: step.policy, isCut: isCut, at: now, until: deadline) {
      return pause
    }
    if step.isWait { report.checksOfWait = checks.count }
    let met = checks.isMet
    (current.result.isMet, current.result.checks, current.result.checkStart) = (met, met ? nil : checks, checks.start)
    return nil
  }

  func threw(_ error: any Error) {
    guard let limit = error as? TimeLimit else {
      return current.result = ScopeResult(error: error, stop: stop(by: error))
    }
    // A skip remains a skip, even if a limit was reached as well.
    if current.result.stop == .skip { return }
    // The last check of a condition ends after the limit, and the attempt does not throw its error.
    current.result = ScopeResult(reachedLimit: limit.adding(current.result.lastError))
  }

  private func needsAction(in scope: AttemptScope) -> Bool {
    if current.result.isMet { emit(.actionNotNeeded(scope.attempt)) }
    // An attempt that begins in a canceled task still runs its action, unless its time limit canceled it.
    let isCut = scope.hasFailed || (isCancelled && step.policy.attemptTimeLimit != nil)
    return current.result.checks != nil && !isCut
  }

  private func attemptEnded(_ attempt: Attempt, in scope: AttemptScope) {
    let (now, start) = (now, current.start)
    report.lastAttempt = now - start
    close(scope)
    report.waiting += conditionTime(at: now)
    if immediateFailures > current.failuresBefore {
      report.recordsIssues = true
      hint(.assertionNotWithheld)
    }
    let hasSucceeded = current.result.hasSucceeded
    let isRehearsal =
      hasSucceeded && !isCancelled && engine.mayRehearse(since: start, at: now, until: step.deadline?.instant)
    if hasSucceeded, !isRehearsal { return next = engine.attemptSucceeded(ranAction: ranAction) }
    let failed = failure(of: attempt, ranAction: ranAction, isRehearsal: isRehearsal, at: now)
    if let stop = current.result.stop {
      _ = callHooks(after: failed, asksRecovery: false)
      report.attachments = failed.attachments
      return next = engine.stopped(by: stop, inside: current.result.abortion)
    }
    report.append(failed)
    watchForProcessEnd()
    if !isAsynchronous, Task.isCancelled { hint(.ignoresCancellation(step.callSite.pathAndLine)) }
    // The values may be large; only their text is kept.
    value?.forget?()
    current.result.seen = []
    next = nextAction(after: failed)
    // A wait has a single line, when it ends.
    if !step.isWait { emit(.attemptFailed(failed, retrying: next.continues)) }
    emitIssues(of: failed)
    if next.continues, step.mostRuns > 30, parent != nil { hint(.retriesMultiply(step.mostRuns)) }
    if case .wait(let duration, after: _) = next { emit(.wait(duration, after: attempt)) }
  }

  private func nextAction(after failed: FailedAttempt) -> RetryEngine.Action {
    let (inner, wasCancelled) = (current.result.abortion, isCancelled)
    let hook = callHooks(after: failed, asksRecovery: inner == nil && !wasCancelled)
    if let inner { return engine.aborted(inner) }
    if let hook, !wasCancelled { return engine.aborted(hook) }
    // Checked again, like the time, because a hook may be slow.
    if isCancelled { return engine.cancelled() }
    return engine.attemptFailed(by: failureForEngine(of: failed), at: now, until: step.deadline?.instant)
  }

  private func failureForEngine(of failed: FailedAttempt) -> RetryEngine.Failure {
    let result = current.result
    if failed.isRehearsal { return .rehearsed }
    if result.reachedLimit != nil { return .limit(hasIssues: !result.reasons.isEmpty) }
    if !result.reasons.isEmpty { return .issue }
    if result.error != nil { return .error }
    return value?.forget == nil ? .condition : .value
  }

  func waited(since instant: Duration) {
    report.waiting += now - instant
    next = isCancelled ? engine.cancelled() : engine.waited()
  }

  // Issues, aborts and canceled steps of a late check count for the attempt. Its error is only logged: the hooks and
  // the sinks already have the cause of the attempt.
  private func conditionRechecked(after attempt: Attempt, in scope: AttemptScope) {
    close(scope)
    let result = current.result
    if let stop = result.stop { return next = engine.stopped(by: stop, inside: result.abortion) }
    next =
      result.abortion.map { engine.aborted($0) }
      ?? (isCancelled && !result.hasSucceeded ? engine.cancelled() : nil)
      ?? engine.conditionRechecked(isMet: result.hasSucceeded)
    // A condition that is still false needs no event.
    if result.cause == nil { return }
    let failed = failure(of: attempt, ranAction: false, isRehearsal: false, at: now)
    emit(.lateCheckFailed(failed))
    emitIssues(of: failed)
  }

  private func resetStepsEnded(in scope: AttemptScope) {
    report.resets += 1
    // A step that was canceled in reset steps is noted in the enclosing attempt.
    current.hasCancelledStep = false
    close(scope)
    if current.hasCancelledStep { noteCancellation() }
    let result = current.result
    report.resetError = result.reachedLimit?.error?.text
    if result.error != nil { return next = engine.stopped(by: result.stop ?? .notRetryable, inside: result.abortion) }
    next =
      result.abortion.map { engine.aborted($0) } ?? (isCancelled ? engine.cancelled() : nil)
      ?? (result.reachedLimit == nil ? engine.resetStepsEnded() : engine.limitReached())
  }

  private var ranAction: Bool { report.actionRuns > current.actionRunsBefore }

  /// The number of failures so far, in a test case that does not hold issues back.
  private var immediateFailures: Int {
    guard let test, !(test.withholds && test.state.withLock { $0.callsHoldBack }) else { return 0 }
    return test.failures
  }

  private func close(_ scope: AttemptScope) {
    let closed = scope.close()
    if closed.hasCancelledStep { current.hasCancelledStep = true }
    if scope.withholds, !closed.kept.isEmpty { holding.append(scope) }
    current.result.add(closed)
  }

  private func conditionTime(at now: Duration) -> Duration { current.result.checkStart.map { now - $0 } ?? .zero }

  private func failure(of attempt: Attempt, ranAction: Bool, isRehearsal: Bool, at now: Duration) -> FailedAttempt {
    let result = current.result
    if dependencies.leavesNotices, result.checks.map({ $0.timeout > .zero }) == true, value?.isChangeable() == false {
      hint(.checksConstant(step.callSite.pathAndLine))
    }
    let rehearsal = isRehearsal ? [Steering.rehearsalCause] : nil
    return FailedAttempt(
      cause: rehearsal.map(FailedAttempt.Cause.issues) ?? result.cause ?? .condition,
      innermostFailure: result.innermostFailure,
      elapsed: now - current.start,
      step: step,
      attempt: attempt,
      attachments: makeAttachments(to: attempt.number),
      start: current.start,
      ranAction: ranAction,
      isRehearsal: isRehearsal,
      condition: FailedAttempt.Condition(
        time: conditionTime(at: now),
        checks: result.checks,
        // What the author noted of it says why it was rejected, and is the same for equal causes.
        rejectedValue: result.checks == nil || !result.seen.isEmpty ? nil : value?.text(),
        seen: NotedValue.text(of: result.seen),
        limit: (result.reachedLimit?.kind ?? result.checks?.limit).flatMap(text)
      ),
      hasFailureOfStep: result.issues.contains(where: \.isFailureOfStep),
      ownIssues: rehearsal ?? result.ownReasons,
      thrown: result.errorAlongsideCause?.text,
      reachedLimit: result.reachedLimit
    )
  }

  /// After the last attempt, an issue is emitted only if the step does not record it itself.
  private func emitIssues(of failed: FailedAttempt) {
    for issue in current.result.issues {
      let text = issue.text
      let isLogged = issue.isFromStep || text == failed.namedIssue
      let isRepeated = !report.issueKeys.insert(issue.key).inserted
      let isRecordedElsewhere = parent?.isInHoldingScope == true || (isRepeated && !issue.isInResult)
      if next.continues || (isRecordedElsewhere && !isLogged) {
        emit(.issueWithheld(text, failed.attempt, isLogged: isLogged))
      }
    }
  }
}

// Hints about the attempts of a step that has ended.
extension StepRun {
  func hintAtAttempts() {
    let type = type(of: object)
    if dependencies.differsFromLast(type), !type.retryPolicy.setsNothing, object.retryPolicy.setsNothing {
      hint(.policyIsStatic("\(type)"))
    }
    if !step.hasCondition, step.failureEffect != .isThrown, report.failedAttempts.first?.isRehearsal == true {
      hint(.needsAssertion(step.callSite.pathAndLine, inSwiftTesting: step.isInSwiftTesting))
    }
    // A step that fails says so itself.
    if report.outcome.isSuccess, let name = test?.endedTest, !name.isEmpty { hint(.outlivesTest(name)) }
    if report.outcome.isUsedUp { hintAtCauses() } else if report.outcome.recovery == .waiting { hintAtSingleChecks() }
  }

  /// Whether the step counts for the running test only because that runs now.
  private var isOnUnknownThread: Bool {
    let isOfTest = step.isInSwiftTesting || testCase != nil || parent != nil || environment.run != nil
    return !isOfTest && IssueOrigin.isThreadUnknown
  }

  private func hintAtCauses() {
    if report.failsTest, dependencies.leavesNotices, isOnUnknownThread {
      hint(.isOnUnknownThread(step.callSite.pathAndLine))
    }
    if report.failsTest, environment.isInHook { hint(.isInHook(step.callSite.pathAndLine)) }
    let last = report.failedAttempts.last
    if !isAsynchronous, let limit = step.policy.timeLimit, last?.hasSlowAction(for: limit) == true {
      return hint(.actionExceedsLimit(step.callSite.pathAndLine))
    }
    hintAtSingleChecks()
    if !step.isWait, report.attempts > 1, report.failedAttempts.allSatisfy(\.returnedFalse) {
      hint(.actionReturnsFalse(step.callSite.pathAndLine))
    }
    if !step.isWait, engine.attempts == 1, step.retryAttempts > 0,
      let limit = step.policy.timeLimit, limit <= step.policy.conditionTimeout
    {
      hint(.hasNoTimeToRetry)
    }
    if !engine.hasResetSteps, report.startsElsewhere { hint(.startsElsewhere(step.callSite.pathAndLine)) }
  }

  private func hintAtSingleChecks() {
    // Most steps of this library's own tests check once.
    guard dependencies.leavesNotices, report.failedAttempts.allSatisfy(\.checksOnce) else { return }
    hint(.checksOnce(repeatsAction: report.actionRuns > 1 && !engine.hasResetSteps))
  }
}

struct ScopeResult {
  var isMet = false
  /// The checks of the condition; `nil` if it was met, or was not checked.
  var checks: ConditionChecks?
  var checkStart: Duration?
  var error: (any Error)?
  /// Why the error, such as a skip, must not be retried.
  var stop: ErrorStop?
  var reachedLimit: TimeLimit?
  var issues: [TestIssue] = []
  /// The texts of the issues, and of an inner step that was aborted.
  var reasons: [String] = []
  /// Whether a step inside was aborted.
  var abortion: Abortion?
  var innermostFailure: StepFailure?
  /// The values that the last check noted; empty if it found the condition met.
  var seen: [NotedValue] = []

  mutating func add(_ closed: AttemptScope.State) {
    issues = closed.kept
    reasons = closed.kept.map(\.text)
    abortion = closed.abortion
    if isMet, let reason = abortion?.reason { reasons.append("A step inside was told to stop: \(reason)") }
    innermostFailure = closed.failure
    // If a limit cut off the last check, only the notes say what it saw.
    if reachedLimit != nil { seen = closed.seen ?? [] }
  }

  var hasSucceeded: Bool { isMet && reasons.isEmpty && stop == nil }

  var lastError: (any Error)? { error ?? (checks?.lastThrew == true ? checks?.error : nil) }

  /// The error of an attempt that also reached a limit or recorded issues, unless its cause contains it anyway.
  var errorAlongsideCause: (any Error)? {
    guard reachedLimit != nil || (!issues.isEmpty && stop == nil) else { return nil }
    guard let error = reachedLimit?.error ?? lastError, !error.standsForIssue else { return nil }
    // An inner step that was canceled rethrows its error.
    if innermostFailure?.last.words == "threw \(error.text)" { return nil }
    guard let report = (error as? RetryExhausted)?.report else { return error }
    let isNamed = reachedLimit == nil ? report.failsTest : innermostFailure != nil
    return isNamed ? nil : error
  }

  /// `nil` if the condition was merely false.
  var cause: FailedAttempt.Cause? {
    if let reachedLimit { return .timedOut(after: reachedLimit.time) }
    return reasons.isEmpty ? lastError.map(FailedAttempt.Cause.error) : .issues(reasons)
  }

  var ownReasons: [String] {
    issues.filter { !$0.isFromStep }.map(\.text) + reasons.dropFirst(issues.count)
  }
}
