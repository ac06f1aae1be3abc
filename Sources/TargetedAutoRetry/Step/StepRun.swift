internal import XCTest

/// A step that is not quiet, or whose first attempt left something behind; shared by both drivers.
///
/// It queries the engine for the next action, emits the events, and collects the report.
final class StepRun {
  // Only the driver of the step has the object, in one task or on one thread. So no accesses overlap.
  let start: StepStart
  let step: Step
  @exclusivity(unchecked) private(set) var next: RetryEngine.Action
  @exclusivity(unchecked) private(set) var history: StepHistory
  @exclusivity(unchecked) private(set) var abortion: Abortion?
  /// The last error of the attempt or its reset steps.
  @exclusivity(unchecked) private(set) var error: (any Error)?
  @exclusivity(unchecked) private(set) var engine: RetryEngine
  /// The number of runs of the main action when the attempt began.
  @exclusivity(unchecked) private var actionRunsBefore = 0
  @exclusivity(unchecked) var issues: StepIssues
  /// The surroundings of the step's hooks; nil before the first call.
  @exclusivity(unchecked) private var hookSurroundings: Surroundings?
  @exclusivity(unchecked) private var attachments: StepAttachments?
  /// True if a step inside the attempt has ended by cancellation; the attempt then forgives nothing.
  @exclusivity(unchecked) private(set) var hasCancelledStep = false

  init(_ start: StepStart) {
    self.start = start
    step = start.makeStep()
    engine = start.makeEngine()
    next = engine.start(at: start.instant)
    history = StepHistory(start: start.instant)
    issues = StepIssues(start.ledger, of: start.testCase)
    if next.goesOn, start.context.warnsOfNest() {
      emit(.nestIsLarge(attempts: start.context.worstCaseAttempts))
    }
  }

  /// - Returns: The instant at which the attempt begins.
  func attemptBegins() -> Duration {
    issues.attemptBegins()
    hasCancelledStep = false
    actionRunsBefore = history.actionRuns
    return history.failedAttempts.isEmpty ? history.start : start.now
  }

  func actionBegins() { history.actionRuns += 1 }

  func attemptEnded(
    _ attempt: Attempt,
    _ end: AttemptEnd,
    in place: AttemptPlace,
    since attemptStart: Duration,
    isCancelled: Bool = false,
    _ rejectedValue: () -> String?
  ) {
    let withheld = issues.ended(place.issues)
    let now = start.now
    history.lastAttempt = now - attemptStart
    let conditionTime = end.conditionTime(at: now)
    history.waiting += conditionTime
    history.attemptEnd = now
    error = end.error
    if issues.plainTestCaseHasFailed, !start.world.steering.failsOnRecovery, start.world.assertionHint.claim() {
      emit(.assertionNotWithheld)
    }
    let innermostFailure = takeNotes(of: place)
    let ranAction = history.actionRuns > actionRunsBefore
    var result = end.result
    let reasons = reasons(withheld, although: result)
    let isRehearsal =
      result == .succeeded && reasons.isEmpty && !isCancelled && engine.mayRehearse(since: attemptStart, at: now)
    if isRehearsal { result = .rehearsed }
    if result == .stopped(inside: nil) || (result == .succeeded && reasons.isEmpty) {
      next = engine.attemptEnded(judged(result, reasons), ranAction: ranAction, at: now)
      return
    }
    let attachments = attachments ?? makeAttachments()
    self.attachments = attachments
    var failed = FailedAttempt(
      cause: isRehearsal ? .issues([Steering.rehearsal]) : end.cause(issues: reasons) ?? .condition,
      innermostFailure: innermostFailure,
      facts: AttemptFacts(
        attempt,
        of: step,
        attachments,
        start: attemptStart,
        elapsed: now - attemptStart,
        isRehearsal: isRehearsal,
        ranAction: ranAction,
        conditionTime: conditionTime,
        throwingLooks: end.throwingLooks,
        rejectedValue: end.looks.flatMap { _ in rejectedValue() },
        stableFor: end.looks?.wasTrue == true ? step.policy.stableFor : nil
      ),
      limit: limit(of: end, at: now)
    )
    failed.ownIssueFacts =
      isRehearsal ? OwnIssueFacts([Steering.rehearsal], thrown: nil) : ownIssues(withheld, reasons, end)
    history.failedAttempts.append(failed)
    callHooks(after: failed, isCancelled: isCancelled)
    next = engine.attemptEnded(
      judged(result, reasons),
      // The hook may have taken long. The rehearsal was decided before it.
      at: isRehearsal ? now : start.now
    )
    // The end of a wait says it all.
    if !step.isWait { emit(.attemptFailed(failed, retrying: next.goesOn)) }
    emit(withheld, of: failed)
  }

  private func callHooks(after failed: FailedAttempt, isCancelled: Bool) {
    if isCancelled, abortion == nil { abortion = .byCancellation }
    let isOpen = abortion == nil
    let answer = callHook { object in
      collectEvidence(object, of: failed.number, failed, failed.facts.attachments)
      return isOpen ? object.recoveryAction(after: failed) : .retry
    }
    if case .abort(let reason) = answer {
      abortion = .byHook(reason)
      tellParent(InnerAbortion(reason: reason, isReported: step.call.failure != .isThrown))
    }
  }

  /// Calls a hook of the step's object, unless the step is inside a hook already.
  @discardableResult
  func callHook<Answer>(_ body: (any TargetedAutoRetry) -> Answer) -> Answer? {
    if start.isInHook { return nil }
    let hookSurroundings = hookSurroundings ?? Surroundings(in: .current, isInHook: true)
    self.hookSurroundings = hookSurroundings
    return Surroundings.$current.withValue(hookSurroundings) { body(start.object) }
  }

  func waited(since instant: Duration, isCancelled: Bool = false) {
    let now = start.now
    history.waiting += now - instant
    next = engine.waited(isCut: isCancelled, at: now)
  }

  /// Ends the late check, which is part of its attempt: its issues, its error and its abortion are the attempt's.
  func conditionRechecked(_ end: AttemptEnd, in place: AttemptPlace, isCancelled: Bool = false) {
    let withheld = issues.ended(place.issues)
    error = end.error
    let innermostFailure = takeNotes(of: place)
    let result = end.result
    let reasons = reasons(withheld, although: result)
    if isCancelled, result != .succeeded || !reasons.isEmpty, abortion == nil { abortion = .byCancellation }
    next = engine.conditionRechecked(judged(result, reasons), at: start.now)
    guard result != .stopped(inside: nil), !reasons.isEmpty || end.error != nil || end.isTimedOut,
      var failed = history.failedAttempts.popLast()
    else { return }
    failed.cause = end.cause(issues: reasons) ?? failed.cause
    failed.innermostFailure = innermostFailure ?? failed.innermostFailure
    failed.ownIssueFacts = ownIssues(withheld, reasons, end)
    if end.isTimedOut { failed.limit = limit(of: end, at: start.now) }
    history.failedAttempts.append(failed)
    emit(.lateCheckFailed(failed))
    emit(withheld, of: failed)
  }

  func resetStepsEnded(_ end: AttemptEnd, in place: AttemptPlace, isCancelled: Bool = false) {
    history.resets += 1
    error = end.error
    // Reset steps belong to the attempt around the step.
    hasCancelledStep = false
    _ = takeNotes(of: place)
    if hasCancelledStep { noteCancellation() }
    if isCancelled, abortion == nil { abortion = .byCancellation }
    next = engine.resetStepsEnded(threw: error != nil, abortion, at: start.now)
  }
}

// The notes of inner steps, and their effect on an attempt.
extension StepRun {
  /// Takes the notes of inner steps; an abortion among them ends this step too.
  ///
  /// - Returns: The first inner step that failed the attempt, or else the first that did not succeed.
  private func takeNotes(of place: AttemptPlace) -> FailedAttempt.InnerFailure? {
    let (inner, failure, hasCancelledStep) = place.context.takeNotes()
    if hasCancelledStep { self.hasCancelledStep = true }
    if let inner {
      abortion = .byInnerStep(inner)
      tellParent(InnerAbortion(reason: inner.reason, isReported: inner.isReported || step.call.failure != .isThrown))
    }
    return failure
  }

  /// Notes for the attempt around the step, or else for the test, that a step inside was cancelled.
  func noteCancellation() {
    if let parent = start.context.parent { parent.noteCancellation() } else { start.ledger?.noteCancellation() }
  }

  private func tellParent(_ abortion: InnerAbortion) { start.context.parent?.note(abortion) }

  /// The reasons for the failure of an attempt that did not throw: its issues, or an inner step that was aborted.
  private func reasons(_ withheld: [WithheldIssue], although result: RetryEngine.AttemptResult) -> [String] {
    var reasons = withheld.isEmpty ? [] : withheld.map(\.text)
    if result == .succeeded, case .byInnerStep(let inner) = abortion {
      reasons.append("A step inside was told to stop: \(inner.reason)")
    }
    return reasons
  }

  /// The reasons that no inner step has left; nil without any reason.
  private func ownIssues(_ withheld: [WithheldIssue], _ reasons: [String], _ end: AttemptEnd) -> OwnIssueFacts? {
    if reasons.isEmpty { return nil }
    let own =
      withheld.contains(where: \.isOfInnerStep)
      ? withheld.filter { !$0.isOfInnerStep }.map(\.text) + reasons.dropFirst(withheld.count) : reasons
    return OwnIssueFacts(own, thrown: withheld.isEmpty ? nil : end.errorBesideIssues?.text)
  }

  /// Emits the issues of an attempt that a retry follows.
  ///
  /// The attempt around the step keeps those of the last attempt, and takes them for logged.
  private func emit(_ withheld: [WithheldIssue], of failed: FailedAttempt) {
    let goesOn = next.goesOn
    guard goesOn || start.context.issues != nil else { return }
    for issue in withheld {
      let text = issue.text
      let isLogged = issue.isOfInnerStep || text == failed.namedIssue
      if goesOn || !isLogged { emit(.issueWithheld(text, failed.attempt, isLogged: isLogged)) }
    }
  }

  /// The result of an attempt, with all that it recorded.
  private func judged(_ result: RetryEngine.AttemptResult, _ reasons: [String]) -> RetryEngine.AttemptResult {
    if result == .stopped(inside: nil) { return .stopped(inside: abortion) }
    if let abortion { return .aborted(abortion) }
    return reasons.isEmpty ? result : .failed
  }

  /// The limit that ended the attempt, and the policy that set it.
  private func limit(of end: AttemptEnd, at now: Duration) -> String? {
    let (origins, patience) = (step.policy.origins, start.world.steering.patienceText)
    if end.isTimedOut { return "attemptTimeLimit of \(origins.attemptTimeLimit.rawValue)\(patience)" }
    return switch end.looks.flatMap({ step.policy.limitOfWait($0, at: now) }) {
    case .conditionTimeout where step.isWait && origins.conditionTimeout == .call: "limit of the call\(patience)"
    case .conditionTimeout where origins.conditionTimeout == .default: "default limit\(patience)"
    case .conditionTimeout: "conditionTimeout of \(origins.conditionTimeout.rawValue)\(patience)"
    case .timeLimit: timeLimit
    case nil: nil
    }
  }

  /// The time limit of the step, in words.
  var timeLimit: String? {
    let deadline = engine.deadline.flatMap { start.context.deadline?.at($0) }
    return deadline.map { $0.text(for: start.context.id) + start.world.steering.patienceText }
  }
}
