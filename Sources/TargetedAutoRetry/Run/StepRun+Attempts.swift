internal import XCTest

extension StepRun {
  func attemptBegins(_ attempt: Attempt) -> StepContext {
    failuresBefore = failuresAtOnce
    hasCancelledStep = false
    attemptStart = (report.failedAttempts.isEmpty ? report.start : now, report.actionRuns)
    return beginContext(of: attempt)
  }

  /// The failures of assertions in a test case that withholds nothing.
  private var failuresAtOnce: Int {
    guard test?.withholds != true, let run = testCase?.testRun else { return 0 }
    return run.totalFailureCount - nest.withLock { $0.failures }
  }

  /// The end of an attempt after a first look at its condition; nil if the action is to run.
  func endWithoutAction(_ attempt: Attempt, after look: AttemptEnd, in context: StepContext) -> AttemptEnd? {
    if look.hasSucceeded { emit(.actionNotNeeded(attempt)) }
    // An attempt that begins in a cancelled task still runs its action, unless it was cancelled at its time limit.
    let isOver = context.hasFailed || (isCancelled && step.policy.attemptTimeLimit != nil)
    return look.looks == nil || isOver ? look : nil
  }

  func attemptEnded(_ attempt: Attempt, _ end: AttemptEnd, in context: StepContext) {
    let now = now
    report.lastAttempt = now - attemptStart.instant
    report.waiting += end.conditionTime(at: now)
    let part = endPart(end, in: context)
    if failuresAtOnce > failuresBefore, !world.steering.failsOnRecovery { hint(.assertionNotWithheld) }
    let ranAction = report.actionRuns > attemptStart.actionRuns
    report.lastAttemptRanAction = ranAction
    let isRehearsal = part.hasSucceeded && !isCancelled && engine.mayRehearse(since: attemptStart.instant, at: now)
    if end.isStopped || (part.hasSucceeded && !isRehearsal) {
      next = engine.attemptEnded(result(of: part), ranAction: ranAction, at: now)
      return
    }
    let failed = failure(of: attempt, part, ranAction: ranAction, isRehearsal: isRehearsal, at: now)
    report.append(failed)
    // A late check looks at the value once more.
    let mayBeChecked = result(of: part) == .conditionNotMet
    if !mayBeChecked { forgetValue?() }
    callHooks(after: failed)
    // The hook may have taken long. The rehearsal was decided before it.
    next =
      isRehearsal && abortion == nil
      ? engine.attemptEnded(.rehearsed, at: now) : engine.attemptEnded(result(of: part), at: self.now)
    if mayBeChecked, !next.isWait { forgetValue?() }
    // The end of a wait says it all.
    if !step.isWait { emit(.attemptFailed(failed, retrying: next.goesOn)) }
    failed.attachments.log()
    emit(part.issues, of: failed)
  }

  func waited(since instant: Duration) {
    report.waiting += now - instant
    next = engine.waited(isCut: isCancelled, at: now)
  }

  // Its issues, its abortion and its cancelled steps are the attempt's. Its error is in the log only: the cause of the
  // attempt is that which the hooks and the records have.
  func conditionRechecked(after attempt: Attempt, _ end: AttemptEnd, in context: StepContext) {
    let part = endPart(end, in: context)
    if isCancelled, !part.hasSucceeded, abortion == nil { abortion = .byCancellation }
    let result = result(of: part)
    if result != .succeeded { forgetValue?() }
    next = engine.conditionRechecked(result, at: now)
    // A condition that was merely false is no news.
    guard !end.isStopped, end.cause(issues: part.reasons) != nil else { return }
    let failed = failure(of: attempt, part, ranAction: false, isRehearsal: false, at: now)
    emit(.lateCheckFailed(failed))
    emit(part.issues, of: failed)
  }

  func resetStepsEnded(_ end: AttemptEnd, in context: StepContext) {
    report.resets += 1
    // Reset steps belong to the attempt around the step.
    hasCancelledStep = false
    _ = endPart(end, in: context)
    if hasCancelledStep { noteCancellation() }
    if isCancelled, abortion == nil { abortion = .byCancellation }
    next = engine.resetStepsEnded(threw: error != nil, abortion, at: now)
  }
}

/// The end of an attempt, of its late check or of its reset steps, with all that was recorded in it.
private struct PartEnd {
  let end: AttemptEnd
  let issues: [WithheldIssue]
  /// The reasons for the failure of a part that did not throw: its issues, or an inner step that was aborted.
  let reasons: [String]
  let innermostFailure: FailedAttempt.InnerFailure?
  let seen: [NotedValue]

  var hasSucceeded: Bool { end.hasSucceeded && reasons.isEmpty }

  var ownReasons: [String] {
    guard issues.contains(where: \.isOfInnerStep) else { return reasons }
    return issues.filter { !$0.isOfInnerStep }.map(\.text) + reasons.dropFirst(issues.count)
  }
}

extension StepRun {
  /// Takes the issues of a part and the notes of the steps inside; an abortion among them ends this step too.
  private func endPart(_ end: AttemptEnd, in context: StepContext) -> PartEnd {
    let (withheld, notes) = context.close()
    error = end.error
    if notes.hasCancelledStep { hasCancelledStep = true }
    var reasons = withheld.map(\.text)
    if let inner = notes.abortion {
      abortion = .byInnerStep(inner)
      if end.hasSucceeded { reasons.append("A step inside was told to stop: \(inner.reason)") }
    }
    // A look that was cut has no end of its own.
    let seen = if case .timedOut = end { notes.seen } else { end.looks?.seen }
    return PartEnd(end: end, issues: withheld, reasons: reasons, innermostFailure: notes.failure, seen: seen ?? [])
  }

  private func result(of part: PartEnd) -> RetryEngine.AttemptResult {
    if part.end.isStopped { return .ended(.stopped(byResetSteps: false, inside: abortion)) }
    if let abortion { return .ended(.aborted(abortion)) }
    if part.hasSucceeded { return .succeeded }
    return part.reasons.isEmpty && part.end.looks != nil ? .conditionNotMet : .failed
  }

  private func failure(
    of attempt: Attempt,
    _ part: PartEnd,
    ranAction: Bool,
    isRehearsal: Bool,
    at now: Duration
  ) -> FailedAttempt {
    let reasons = isRehearsal ? [Steering.rehearsalCause] : part.reasons
    let end = part.end
    var looks = end.looks
    // The values that were noted may be large; only their text is kept.
    looks?.seen = []
    return FailedAttempt(
      cause: end.cause(issues: reasons) ?? .condition,
      innermostFailure: part.innermostFailure,
      elapsed: now - attemptStart.instant,
      step: step,
      attempt: attempt,
      attachments: makeAttachments(to: attempt.number),
      start: attemptStart.instant,
      ranAction: ranAction,
      isRehearsal: isRehearsal,
      conditionTime: end.conditionTime(at: now),
      looks: looks,
      rejectedValue: end.looks == nil ? nil : rejectedValue?(),
      seen: text(of: part.seen),
      limit: limit(of: end, at: now),
      hasFailureOfStep: part.issues.contains(where: \.isFailureOfStep),
      ownIssues: isRehearsal ? reasons : part.ownReasons,
      thrown: part.issues.isEmpty ? nil : end.errorBesideIssues?.text
    )
  }

  private func text(of seen: [NotedValue]) -> String {
    if seen.isEmpty { return "" }
    let texts = seen.prefix(NotedValue.mostShown).map(\.text)
    return ": " + texts.joined(separator: ", ") + (seen.count > texts.count ? ", …" : "")
  }

  /// Emits the issues of an attempt that a retry follows; those of the last one are the outer attempt's, and logged.
  private func emit(_ withheld: [WithheldIssue], of failed: FailedAttempt) {
    let goesOn = next.goesOn
    guard goesOn || parent?.isInAttempt == true else { return }
    for issue in withheld {
      let text = issue.text
      let isLogged = issue.isOfInnerStep || text == failed.namedIssue
      if goesOn || !isLogged { emit(.issueWithheld(text, failed.attempt, isLogged: isLogged)) }
    }
  }

  private func limit(of end: AttemptEnd, at now: Duration) -> String? {
    let (origins, patience) = (step.policy.origins, world.steering.patienceText)
    if case .timedOut = end { return "attemptTimeLimit of \(origins.attemptTimeLimit.rawValue)\(patience)" }
    return switch end.looks.flatMap({ step.policy.limitOfWait($0, at: now) }) {
    case .conditionTimeout where origins.conditionTimeout == .call: "limit of the call\(patience)"
    case .conditionTimeout where origins.conditionTimeout == .default: "default limit\(patience)"
    case .conditionTimeout: "conditionTimeout of \(origins.conditionTimeout.rawValue)\(patience)"
    case .timeLimit: timeLimit
    case nil: nil
    }
  }
}
