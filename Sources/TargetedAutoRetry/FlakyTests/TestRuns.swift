internal import Foundation

/// The runs of one test in a ``RetryableTestCase``, and all that is open in the current one.
///
/// Issues come from any thread.
final class TestRuns: Sendable {
  private struct State {
    var run: TestRun
    /// The attempts that are open.
    var open: [ObjectIdentifier: AttemptIssues] = [:]
    /// The attempts that are over, and whose issues no step has answered for yet.
    var unsettled: [ObjectIdentifier: AttemptIssues] = [:]
    var flakyParts: [ObjectIdentifier: FlakyPart] = [:]
  }

  private let state: Locked<State>

  init(at now: Duration) {
    state = Locked(State(run: TestRun(RunHistory(at: now))))
  }

  var run: TestRun { state.withLock { $0.run } }

  /// How often the test ran again so far.
  var rerun: Int { run.history.rerun }

  func open(_ issues: AttemptIssues) {
    guard issues.isOpen else { return }
    state.withLock { $0.open[ObjectIdentifier(issues)] = issues }
  }

  /// An attempt is over, and its step has to answer for its issues.
  func close(_ issues: AttemptIssues) {
    state.withLock { state in
      guard let issues = state.open.removeValue(forKey: ObjectIdentifier(issues)) else { return }
      state.unsettled[ObjectIdentifier(issues)] = issues
    }
  }

  /// The step has answered for the issues of its attempts.
  func settle(_ issues: [AttemptIssues]) {
    state.withLock { state in
      for issues in issues { state.unsettled[ObjectIdentifier(issues)] = nil }
    }
  }

  func open(_ part: FlakyPart) {
    part.run.begins(part.scope)
    state.withLock { $0.flakyParts[ObjectIdentifier(part)] = part }
  }

  func close(_ part: FlakyPart) {
    part.end()
    state.withLock { $0.flakyParts[ObjectIdentifier(part)] = nil }
  }

  /// What becomes of an issue of the test.
  enum Verdict: Equatable {
    case withheld
    /// It is a failure; where the author of the test may wonder, with the reason.
    case recorded(NotWithheld?)
  }

  /// Takes an issue of the test out of its result, if it is known whose it is and that something may cure it.
  func withhold(_ issue: WithheldIssue, of surroundings: Surroundings = .current) -> Verdict {
    let (run, isSomethingOpen) = state.withLock { ($0.run, !$0.open.isEmpty || !$0.flakyParts.isEmpty) }
    let attempt = surroundings.step?.issues
    let part = surroundings.flakyPart as? FlakyPart
    switch IssueOwner(of: IssueOrigin(surroundings, isSomethingOpen: isSomethingOpen)) {
    case .attempt:
      if attempt?.add(issue) == true { return .withheld }
      run.fails(with: issue)
      return .recorded(.attemptIsOver)
    case .flakyPart where part?.run === run:
      return run.withholds(issue, in: part) ? .withheld : .recorded(nil)
    case .flakyPart:
      // It is from a scope of a test case whose test does not run.
      run.fails(with: issue)
      return .recorded(.isOutside)
    case .test(let reason):
      run.fails(with: issue)
      return .recorded(reason == .attemptIsOver ? attempt?.whyNotWithheld : reason)
    }
  }
}

extension IssueOrigin {
  fileprivate init(_ surroundings: Surroundings, isSomethingOpen: Bool) {
    self.init(
      attempt: surroundings.step?.issues.map { $0.isOpen ? .isOpen : .isOver } ?? .isNone,
      flakyPart: surroundings.flakyPart.map { $0.isOpen ? .isOpen : .isOver } ?? .isNone,
      isInRunLoop: surroundings.isOfSpinner,
      isKnown: surroundings.step != nil || surroundings.flakyPart != nil,
      runsInTask: withUnsafeCurrentTask { $0 != nil },
      isOnMainThread: Thread.isMainThread,
      isOwnFailure: OwnFailure.current != nil,
      isSomethingOpen: isSomethingOpen
    )
  }
}

extension TestRuns {
  /// Hands out what the steps of the run that is over have withheld and not answered for, to be reported.
  func abandonSteps() -> [WithheldIssue] {
    let attempts = state.withLock { state in
      defer { (state.open, state.unsettled, state.flakyParts) = ([:], [:], [:]) }
      return Array(state.open.values) + Array(state.unsettled.values)
    }
    for attempt in attempts { attempt.abandon() }
    let steps = Dictionary(grouping: attempts, by: \.step).sorted { $0.key.number < $1.key.number }
    return steps.flatMap { _, attempts in
      let attempts = attempts.sorted { $0.number < $1.number }
      return attempts.takeDistinct(ofAttempts: attempts.last?.number ?? 1)
    }
  }

  /// The current run is over; another may begin.
  func endRun(wasSkipped: Bool, at now: Duration) -> RunEnd {
    let run = run
    let end = run.end(wasSkipped: wasSkipped)
    if end.action == .rerun {
      var history = run.history
      history.rerunBegins(at: now, after: end)
      state.withLock { $0.run = TestRun(history, after: end.scope) }
    }
    return end
  }
}
