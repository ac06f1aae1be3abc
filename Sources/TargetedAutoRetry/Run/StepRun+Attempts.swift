// A driver runs the parts of what the engine has asked for, and tells how each went.
extension StepRun {
  /// Begins the attempt, the late check or the reset steps that the engine has asked for.
  func begin(_ attempt: Attempt) -> StepContext {
    var isReset = false
    if case .runResetSteps = next { isReset = true }
    if case .runAttempt = next {
      failuresBefore = failuresAtOnce
      hasCancelledStep = false
      attemptStart = (report.failedAttempts.isEmpty ? report.start : now, report.actionRuns)
    }
    end = AttemptEnd()
    return StepContext(of: step, attempt, in: test, around.flakyScope, inside: parent, isReset: isReset, nest)
  }

  /// The next part of it; nil if there is none.
  func part(after last: StepPart?, in context: StepContext) -> StepPart? {
    switch (next, last) {
    case (.recheckCondition, nil): .lateCheck
    case (.runResetSteps, nil): .resetSteps
    case (.runAttempt, nil) where step.isWait: .wait
    case (.runAttempt, nil): step.looksFirst && !engine.mustAct ? .firstLook : .action
    case (.runAttempt, .firstLook): needsAction(in: context) ? .action : nil
    case (.runAttempt, .action): ranAction ? .condition : nil
    default: nil
    }
  }

  func ended(_ context: StepContext) {
    switch next {
    case .runAttempt(let attempt): attemptEnded(attempt, in: context)
    case .recheckCondition(after: let attempt): conditionRechecked(after: attempt, in: context)
    case .runResetSteps: resetStepsEnded(in: context)
    case .wait, .finish: break
    }
  }

  /// The time that the condition has in a part.
  func patience(in part: StepPart) -> Duration {
    part == .firstLook || part == .lateCheck ? .zero : step.policy.conditionTimeout
  }

  func looks(for patience: Duration) -> ConditionLooks {
    ConditionLooks(start: now, patience: patience, deadline: engine.deadline)
  }

  /// The nearest limit of an asynchronous closure that begins now; nil if there is none.
  ///
  /// What begins at a limit, such as the last look, has as long again. Steps around cancel for their own limits.
  ///
  /// - Parameter start: The instant at which the looks began, for a look.
  func limit(ofLooksSince start: Duration? = nil) -> TimeLimit? {
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
    }.min { $0.end < $1.end }
  }

  /// The limit of an attempt or of its late check; a wait has no attempts, and a limit of its own.
  var limitOfAttempt: TimeLimit? {
    if case .runResetSteps = next { return nil }
    return step.isWait ? nil : step.policy.attemptTimeLimit.map { TimeLimit(.attemptTimeLimit, $0, from: now) }
  }

  /// The pause before the next look at the condition; nil if none follows.
  func pause(after looks: inout ConditionLooks, _ error: (any Error)?, in context: StepContext) -> Duration? {
    var (thrown, seen) = (error, looks.isMet && error == nil ? [] : context.seen)
    if let error {
      let limit = error as? TimeLimit
      // Most of the time was spent on looks that had an answer; in which look it ends is chance.
      if let limit, looks.count > 0, limit.time < (limit.end - looks.start) / 2 {
        (thrown, seen, looks.isMet) = (nil, looks.seen, false)
      } else if limit != nil || isStop(error) {
        threw(error)
        return nil
      }
    }
    looks.seen = seen
    renewDeadline()
    looks.deadline = engine.deadline
    if let pause = step.policy.pause(after: &looks, thrown, isCut: isCancelled || context.hasFailed, at: now) {
      return pause
    }
    (end.isMet, end.looks, end.lookStart) = (looks.isMet, looks.isMet ? nil : looks, looks.start)
    return nil
  }

  func threw(_ error: any Error) {
    guard let limit = error as? TimeLimit else { return end = AttemptEnd(error: error, isStopped: isStop(error)) }
    // A skip stays a skip.
    if !end.isStopped || end.error?.isSkip != true { end = AttemptEnd(timeLimit: limit) }
  }

  /// True if the action is to run after a first look at the condition.
  private func needsAction(in context: StepContext) -> Bool {
    if end.isMet { emit(.actionNotNeeded(context.attempt)) }
    // An attempt that begins in a cancelled task still runs its action, unless it was cancelled at its time limit.
    let isOver = context.hasFailed || (isCancelled && step.policy.attemptTimeLimit != nil)
    return end.looks != nil && !isOver
  }

  private func attemptEnded(_ attempt: Attempt, in context: StepContext) {
    let now = now
    report.lastAttempt = now - attemptStart.instant
    close(context)
    report.waiting += conditionTime(at: now)
    if failuresAtOnce > failuresBefore, !world.steering.failsOnRecovery { hint(.assertionNotWithheld) }
    let ranAction = ranAction
    report.lastAttemptRanAction = ranAction
    let isRehearsal =
      end.hasSucceeded && engine.mayRehearse(since: attemptStart.instant, at: now) && !isCancelled
    if end.isStopped || (end.hasSucceeded && !isRehearsal) {
      next = ending ?? engine.attemptSucceeded(ranAction: ranAction)
      return
    }
    let failed = failedAttempt(attempt, ranAction: ranAction, isRehearsal: isRehearsal, at: now)
    report.append(failed)
    forgetValue?()
    end.seen = []
    end.looks?.seen = []
    callHooks(after: failed)
    // The hook may have taken long. A value is not looked at again.
    let mayBeChecked = end.failedByCondition && forgetValue == nil
    let hasFault = !isRehearsal && (end.error != nil || !end.reasons.isEmpty)
    next =
      ending
      ?? engine.attemptFailed(
        byCondition: mayBeChecked,
        isRehearsed: isRehearsal,
        mustAct: hasFault,
        at: self.now
      )
    // The end of a wait says it all.
    if !step.isWait { emit(.attemptFailed(failed, retrying: next.goesOn)) }
    emitIssues(of: failed)
  }

  func waited(since instant: Duration) {
    report.waiting += now - instant
    next = isCancelled ? .finish(.aborted(.byCancellation)) : engine.waited()
  }

  // Its issues, its abortion and its cancelled steps are the attempt's. Its error is in the log only: the cause of the
  // attempt is that which the hooks and the records have.
  private func conditionRechecked(after attempt: Attempt, in context: StepContext) {
    close(context)
    if isCancelled, !end.hasSucceeded, abortion == nil { abortion = .byCancellation }
    next = ending ?? engine.conditionRechecked(isMet: end.hasSucceeded)
    // A condition that was merely false is no news.
    guard !end.isStopped, end.cause != nil else { return }
    let failed = failedAttempt(attempt, ranAction: false, isRehearsal: false, at: now)
    emit(.lateCheckFailed(failed))
    emitIssues(of: failed)
  }

  private func resetStepsEnded(in context: StepContext) {
    report.resets += 1
    // Reset steps belong to the attempt around the step.
    hasCancelledStep = false
    close(context)
    if hasCancelledStep { noteCancellation() }
    if isCancelled, abortion == nil { abortion = .byCancellation }
    if end.error != nil { return next = .finish(.stopped(byResetSteps: true, inside: abortion)) }
    if end.timeLimit != nil { return next = ending ?? .finish(.timedOut) }
    next = ending ?? engine.resetStepsEnded()
  }
}

extension StepRun {
  /// True if the action of the attempt has begun.
  private var ranAction: Bool { report.actionRuns > attemptStart.actionRuns }

  /// The failures of assertions in a test case that withholds nothing.
  private var failuresAtOnce: Int {
    guard let test, !test.withholds else { return 0 }
    return test.failures - test.state.withLock { $0.ownFailures }
  }

  /// Takes the issues of a part and the notes of the steps inside; an abortion among them ends this step too.
  private func close(_ context: StepContext) {
    renewDeadline()
    let (issues, notes) = context.close()
    if notes.hasCancelledStep { hasCancelledStep = true }
    end.issues = issues
    end.reasons = issues.map(\.text)
    if let inner = notes.abortion {
      abortion = .byInnerStep(reason: inner.reason, failure: inner.failure)
      if end.isMet { end.reasons.append("A step inside was told to stop: \(inner.reason)") }
    }
    end.innermostFailure = notes.failure
    // A look that was cut has no end of its own.
    end.seen = end.timeLimit != nil ? notes.seen ?? [] : end.looks?.seen ?? []
  }

  /// The end of the step, if nothing may follow the attempt.
  private var ending: RetryEngine.Action? {
    if end.isStopped { return .finish(.stopped(byResetSteps: false, inside: abortion)) }
    return abortion.map { .finish(.aborted($0)) }
  }

  /// Steps around may have ended meanwhile.
  private func renewDeadline() {
    guard let all = step.deadline else { return }
    deadline = all.nearest
    engine.deadline = deadline?.instant
  }

  private func conditionTime(at now: Duration) -> Duration { end.lookStart.map { now - $0 } ?? .zero }

  private func failedAttempt(
    _ attempt: Attempt,
    ranAction: Bool,
    isRehearsal: Bool,
    at now: Duration
  ) -> FailedAttempt {
    let end = end
    let rehearsal = isRehearsal ? [Steering.rehearsalCause] : nil
    var looks = end.looks
    // The values that were noted may be large; only their text is kept.
    looks?.seen = []
    return FailedAttempt(
      cause: rehearsal.map(FailedAttempt.Cause.issues) ?? end.cause ?? .condition,
      innermostFailure: end.innermostFailure,
      elapsed: now - attemptStart.instant,
      step: step,
      attempt: attempt,
      attachments: makeAttachments(to: attempt.number),
      start: attemptStart.instant,
      ranAction: ranAction,
      isRehearsal: isRehearsal,
      conditionTime: conditionTime(at: now),
      looks: looks,
      rejectedValue: end.looks == nil ? nil : rejectedValue?(),
      seen: NotedValue.text(of: end.seen),
      limit: limit(of: end, at: now),
      hasFailureOfStep: end.issues.contains(where: \.isFailureOfStep),
      ownIssues: rehearsal ?? end.ownReasons,
      firstIssue: end.timeLimit == nil ? end.issues.first?.words ?? [] : [],
      thrown: end.errorBesideIssues?.text
    )
  }

  /// Emits the issues of an attempt that a retry follows; those of the last one are the outer attempt's, and logged.
  private func emitIssues(of failed: FailedAttempt) {
    let goesOn = next.goesOn
    guard goesOn || parent?.isInAttempt == true else { return }
    for issue in end.issues {
      let text = issue.text
      let isLogged = issue.isOwn || text == failed.namedIssue
      if goesOn || !isLogged { emit(.issueWithheld(text, failed.attempt, isLogged: isLogged)) }
    }
  }

  /// The limit that ended the attempt or its wait for the condition, in words.
  private func limit(of end: AttemptEnd, at now: Duration) -> String? {
    guard let limit = end.timeLimit?.kind ?? step.policy.limitOfWait(end.looks, at: now) else { return nil }
    let (origins, patience) = (step.policy.origins, world.steering.patienceText)
    return switch limit {
    case .attemptTimeLimit: "attemptTimeLimit of \(origins.attemptTimeLimit.rawValue)\(patience)"
    case .conditionTimeout where origins.conditionTimeout == .call: "limit of the call\(patience)"
    case .conditionTimeout where origins.conditionTimeout == .default: "default limit\(patience)"
    case .conditionTimeout: "conditionTimeout of \(origins.conditionTimeout.rawValue)\(patience)"
    case .timeLimit: timeLimit
    }
  }
}
