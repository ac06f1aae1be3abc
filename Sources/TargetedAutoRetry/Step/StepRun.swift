internal import XCTest

/// A step that is not quiet, or whose first attempt left something behind: all that the two drivers have in common.
///
/// It asks the engine what comes next, tells the sinks what happens, and keeps what there will be to report.
final class StepRun {
  // Only the driver of the step has it, in one task or on one thread: nobody else is in the midst of an access.
  let start: StepStart
  let step: Step
  /// What the engine has said to do next.
  @exclusivity(unchecked) private(set) var next: RetryEngine.Action
  @exclusivity(unchecked) private(set) var history: StepHistory
  @exclusivity(unchecked) private(set) var abortion: Abortion?
  /// What the last attempt or its reset steps threw.
  @exclusivity(unchecked) private(set) var error: (any Error)?
  @exclusivity(unchecked) var budget: RetryShare
  @exclusivity(unchecked) private(set) var engine: RetryEngine
  /// The number of times that the main action had run when the attempt began.
  @exclusivity(unchecked) private var actionRunsBefore = 0
  @exclusivity(unchecked) var issues: StepIssues
  /// What the hooks of the step run inside of, once one was called.
  @exclusivity(unchecked) private var asking: Surroundings?
  /// Made when an attempt has failed.
  @exclusivity(unchecked) private var attachments: StepAttachments?

  init(_ start: StepStart) {
    self.start = start
    step = start.makeStep()
    engine = start.makeEngine()
    next = engine.start(at: start.instant)
    history = StepHistory(start: start.instant)
    issues = StepIssues(start.ledger, of: start.testCase)
    budget = RetryShare(of: start.world.steering.budget)
    if next.goesOn, start.context.warnsOfNest() {
      emit(.nestIsLarge(attempts: start.context.worstCaseAttempts))
    }
  }

  /// - Returns: The instant at which the attempt begins.
  func attemptBegins() -> Duration {
    budget.use()
    issues.attemptBegins()
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
    if issues.hasFirstFailureOfPlainTestCase() { emit(.assertionNotWithheld) }
    let innermostFailure = takeNotes(of: place)
    let ranAction = history.actionRuns > actionRunsBefore
    var result = end.result
    let reasons = reasons(withheld, although: result)
    let isRehearsal =
      result == .succeeded && reasons.isEmpty && !isCancelled && engine.mayRehearse(since: attemptStart, at: now)
      && budget.reserve()
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
        stableFor: end.looks?.wasTrue == true ? step.policy.plan.stableFor : nil
      ),
      limit: limit(of: end, at: now)
    )
    failed.ownIssues = isRehearsal ? [Steering.rehearsal] : ownIssues(withheld, reasons)
    history.failedAttempts.append(failed)
    ask(about: failed, isCancelled: isCancelled)
    let isRetryLeft = isRehearsal || attempt.retriesRemaining == 0 || abortion != nil || budget.reserve()
    next = engine.attemptEnded(
      judged(result, reasons),
      usedUpBudget: isRetryLeft ? nil : start.world.steering.budget?.size,
      // The hook may have taken its time; that the way back is rehearsed was decided before.
      at: isRehearsal ? now : start.now
    )
    // The end of a wait says all that there is to say.
    if !step.isWait { emit(.attemptFailed(failed, retrying: next.goesOn)) }
    emit(withheld, of: failed)
  }

  private func ask(about failed: FailedAttempt, isCancelled: Bool) {
    if isCancelled, abortion == nil { abortion = .byCancellation }
    let isOpen = abortion == nil
    let answer = ask { object in
      collectEvidence(object, of: failed.number, failed, failed.facts.attachments)
      return isOpen ? object.recoveryAction(after: failed) : .retry
    }
    if case .abort(let reason) = answer {
      abortion = .byHook(reason)
      tellParent(InnerAbortion(reason: reason, isReported: step.call.failure != .isThrown))
    }
  }

  /// Asks the object of the step about an attempt, unless it is being asked already.
  @discardableResult
  func ask<Answer>(_ question: (any TargetedAutoRetry) -> Answer) -> Answer? {
    if start.isInHook { return nil }
    let asking = asking ?? Surroundings(in: .current, isAsked: true)
    self.asking = asking
    return Surroundings.$current.withValue(asking) { question(start.object) }
  }

  func waited(since instant: Duration, isCancelled: Bool = false) {
    let now = start.now
    history.waiting += now - instant
    next = engine.waited(isCut: isCancelled, at: now)
  }

  /// The late check is part of the attempt that it ends: its issues, its error and its abortion are those of the attempt.
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
    failed.ownIssues = ownIssues(withheld, reasons)
    if end.isTimedOut { failed.limit = limit(of: end, at: start.now) }
    history.failedAttempts.append(failed)
    emit(.lateCheckFailed(failed))
    emit(withheld, of: failed)
  }

  func resetStepsEnded(_ end: AttemptEnd, in place: AttemptPlace, isCancelled: Bool = false) {
    history.resets += 1
    error = end.error
    _ = takeNotes(of: place)
    if isCancelled, abortion == nil { abortion = .byCancellation }
    next = engine.resetStepsEnded(threw: error != nil, abortion, at: start.now)
  }
}

// What steps inside leave behind, and what that makes of an attempt.
extension StepRun {
  /// Takes the notes of the steps inside; an abortion among them ends this step too.
  ///
  /// - Returns: The first step inside that did not succeed.
  private func takeNotes(of place: AttemptPlace) -> FailedAttempt.InnerFailure? {
    let (inner, failure) = place.context.takeNotes()
    if let inner {
      abortion = .byInnerStep(inner)
      tellParent(InnerAbortion(reason: inner.reason, isReported: inner.isReported || step.call.failure != .isThrown))
    }
    return failure
  }

  private func tellParent(_ abortion: InnerAbortion) { start.context.parent?.note(abortion) }

  /// The reasons why an attempt has failed that has not thrown: its issues, and a step inside that was aborted.
  private func reasons(_ withheld: [WithheldIssue], although result: RetryEngine.AttemptResult) -> [String] {
    var reasons = withheld.isEmpty ? [] : withheld.map(\.text)
    if result == .succeeded, case .byInnerStep(let inner) = abortion {
      reasons.append("A step inside was told to stop: \(inner.reason)")
    }
    return reasons
  }

  /// The reasons that no step inside has left.
  private func ownIssues(_ withheld: [WithheldIssue], _ reasons: [String]) -> [String] {
    withheld.contains(where: \.isOfInnerStep)
      ? withheld.filter { !$0.isOfInnerStep }.map(\.text) + reasons.dropFirst(withheld.count) : reasons
  }

  /// Tells of the issues of an attempt that a retry follows.
  private func emit(_ withheld: [WithheldIssue], of failed: FailedAttempt) {
    guard next.goesOn else { return }
    for issue in withheld {
      let text = issue.text
      emit(.issueWithheld(text, failed.attempt, isSaid: issue.isOfInnerStep || text == failed.ownIssues.first))
    }
  }

  /// What an attempt came to, with all that it recorded.
  private func judged(_ result: RetryEngine.AttemptResult, _ reasons: [String]) -> RetryEngine.AttemptResult {
    if result == .stopped(inside: nil) { return .stopped(inside: abortion) }
    if let abortion { return .aborted(abortion) }
    return reasons.isEmpty ? result : .failed
  }

  /// The limit that ended the attempt, and who had set it.
  private func limit(of end: AttemptEnd, at now: Duration) -> String? {
    let (origins, patience) = (step.policy.origins, start.world.steering.patienceText)
    if end.isTimedOut { return "attemptTimeLimit of \(origins.attemptTimeLimit.rawValue)\(patience)" }
    return switch end.looks.flatMap({ engine.plan.limitOfWait($0, at: now) }) {
    case .conditionTimeout where step.isWait && origins.conditionTimeout == .call: "limit of the call\(patience)"
    case .conditionTimeout where origins.conditionTimeout == .default: "default limit\(patience)"
    case .conditionTimeout: "conditionTimeout of \(origins.conditionTimeout.rawValue)\(patience)"
    case .timeLimit: timeLimit
    case nil: nil
    }
  }

  /// The time limit that the step has to obey.
  var timeLimit: String? {
    let deadline = engine.plan.deadline.flatMap { start.context.deadline?.at($0) }
    return deadline.map { $0.text(for: start.context.id) + start.world.steering.patienceText }
  }
}
