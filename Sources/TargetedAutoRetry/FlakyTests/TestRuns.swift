/// The runs of one test in a ``RetryableTestCase``, and all that is open in the current one.
///
/// Issues come from any thread.
final class TestRuns: Sendable {
  private struct State {
    var run: TestRun
    /// The attempts of the steps of this test whose issues no step has answered for yet, the open ones among them.
    var attempts: [AttemptIssues] = []
    var flakyParts: [FlakyPart] = []
  }

  /// Where the test was started, and where its code runs unless it is asynchronous.
  private let body = CodePlace.current
  private let state: Locked<State>

  init(at now: Duration) {
    state = Locked(State(run: TestRun(RunHistory(at: now))))
  }

  var run: TestRun { state.withLock { $0.run } }

  /// How often the test ran again so far.
  var rerun: Int { run.history.rerun }

  /// Whether all other code of the test waits for code that runs here, synchronously.
  var isBodyHere: Bool { CodePlace.current == body }

  func open(_ issues: AttemptIssues) {
    state.withLock { $0.attempts.append(issues) }
  }

  /// The step has answered for the issues of an attempt.
  func settle(_ issues: AttemptIssues) {
    state.withLock { state in state.attempts.removeAll { $0 === issues } }
  }

  func open(_ part: FlakyPart) {
    part.run.begins(part.scope)
    state.withLock { $0.flakyParts.append(part) }
  }

  func close(_ part: FlakyPart) {
    part.end()
    state.withLock { state in state.flakyParts.removeAll { $0 === part } }
  }

  /// What becomes of an issue of the test.
  enum Verdict: Equatable {
    case withheld
    /// It is a failure; where the author of the test may wonder, with the reason.
    case recorded(NotWithheld?)
  }

  /// Takes an issue of the test out of its result, if it is known whose it is and that something may cure it.
  func withhold(_ issue: WithheldIssue, of surroundings: Surroundings = .current) -> Verdict {
    let (run, owner, attempts, parts) = state.withLock { state in
      let attempts = state.attempts.filter(\.isOpen)
      return (state.run, IssueOwner(of: origin(surroundings, attempts, state.flakyParts)), attempts, state.flakyParts)
    }
    switch owner {
    case .attempt: return surroundings.step?.issues?.add(issue) == true ? .withheld : fail(.attemptIsOver, run)
    case .waitedForAttempt: return attempts.first?.add(issue) == true ? .withheld : fail(.isOnUnknownThread, run)
    case .flakyPart: return withhold(issue, in: surroundings.flakyPart as? FlakyPart, run)
    case .waitedForFlakyPart: return withhold(issue, in: parts.first, run)
    case .test(let reason): return fail(reason, run)
    }
  }

  private func withhold(_ issue: WithheldIssue, in part: FlakyPart?, _ run: TestRun) -> Verdict {
    (part?.run ?? run).withholds(issue, in: part) ? .withheld : .recorded(nil)
  }

  private func fail(_ reason: NotWithheld?, _ run: TestRun) -> Verdict {
    run.fails()
    return .recorded(reason)
  }

  private func origin(_ surroundings: Surroundings, _ attempts: [AttemptIssues], _ parts: [FlakyPart]) -> IssueOrigin {
    let place = CodePlace.current
    return IssueOrigin(
      attempt: surroundings.step?.issues.map { $0.isOpen ? .isOpen : .isOver } ?? .isNone,
      flakyPart: surroundings.flakyPart.map { $0.isOpen ? .isOpen : .isOver } ?? .isNone,
      isKnown: surroundings.step != nil || surroundings.flakyPart != nil || OwnFailure.current != nil,
      runsInTask: place.task != nil,
      isOnMainThread: place.isMainThread,
      openAttempts: attempts.count,
      isAttemptWaitedFor: attempts.last?.isWaitedFor ?? false,
      openFlakyParts: parts.count,
      isFlakyPartWaitedFor: parts.last?.isWaitedFor ?? false
    )
  }
}

extension TestRuns {
  /// Hands out what the steps of the run that is over have withheld and not answered for, to be reported.
  func abandonSteps() -> [WithheldIssue] {
    let attempts = state.withLock { state in
      defer { state.attempts = [] }
      return state.attempts
    }
    return attempts.flatMap { $0.abandon() }
  }

  /// The current run is over; another may begin.
  func endRun(wasSkipped: Bool, at now: Duration) -> RunEnd {
    let run = run
    let end = run.end(wasSkipped: wasSkipped)
    if end.action == .rerun {
      var history = run.history
      history.rerunBegins(at: now, after: end.withheld)
      state.withLock { $0.run = TestRun(history, after: end.scope) }
    }
    return end
  }
}
