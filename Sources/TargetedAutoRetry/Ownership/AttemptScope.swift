/// An attempt, a late check or the reset steps, with what is recorded in it, from any thread.
final class AttemptScope: Sendable {
  struct State {
    var kept: [TestIssue] = []
    /// Why the attempt no longer holds anything back; `nil` while it is open.
    var end: NotWithheld?
    /// Whether its code has returned; `end` may be set earlier, when the test has ended.
    var isClosed = false
    /// The enclosing step ends as well, whatever its closures do with the error.
    private(set) var abortion: Abortion?
    /// The first inner step that failed the attempt, or else the first that did not succeed.
    private(set) var failure: StepFailure?
    private var failureFailsAttempt = false
    var hasCancelledStep = false
    /// The values noted since the last check of the condition began; `nil` before the first check.
    var seen: [NotedValue]?

    mutating func note(_ value: NotedValue) {
      // One more than is shown, to tell that there are more.
      if let count = seen?.count, count <= NotedValue.mostShown { seen?.append(value) }
    }

    mutating func note(_ failure: StepFailure, failsAttempt: Bool) {
      guard self.failure == nil || (failsAttempt && !failureFailsAttempt) else { return }
      self.failure = failure
      failureFailsAttempt = failsAttempt
    }

    /// - Parameter isReported: Whether a failure was recorded or held back. If not, an enclosing step must record one.
    mutating func noteAbortion(_ reason: String, isReported: Bool) {
      let areAllReported = isReported && abortion?.isReported != false
      abortion = .byInnerStep(reason: abortion?.reason ?? reason, isReported: areAllReported)
    }
  }

  let step: Step
  let attempt: Attempt
  let parent: AttemptScope?
  /// The place that the outermost attempt is in.
  let place: (any IssuePlace)?
  let test: TestRun?
  /// Reset steps never hold issues back, because they belong to no attempt.
  let withholds: Bool
  /// Whether the step is one of XCTest, and no code around it hands issues of Swift Testing to XCTest.
  private let adoptsIssues: Bool
  private let state = Locked(State())
  let nest: Locked<Nest>

  static var current: AttemptScope? { StepEnvironment.current.scope }

  init(
    of step: Step,
    _ attempt: Attempt,
    in test: TestRun?,
    _ place: (any IssuePlace)?,
    inside parent: AttemptScope? = nil,
    adoptsIssues: Bool = false,
    isReset: Bool = false,
    _ nest: Locked<Nest>
  ) {
    self.step = step
    self.attempt = attempt
    self.test = test
    withholds = !isReset && test?.withholds == true
    self.place = place
    self.parent = parent
    self.adoptsIssues = adoptsIssues
    self.nest = nest
    if withholds { test?.beginAttempt() }
  }

  /// Whether this scope or one around it holds issues back.
  var isInHoldingScope: Bool { withholding.contains { _ in true } }

  /// This scope and those around it that hold issues back, the innermost first.
  var withholding: some Sequence<AttemptScope> { sequence(first: self, next: \.parent).lazy.filter(\.withholds) }

  var hasFailed: Bool { state.withLock { $0.abortion != nil || !$0.kept.isEmpty } }

  var hasIssues: Bool { state.withLock { !$0.kept.isEmpty } }

  func note(_ value: NotedValue) { update { $0.note(value) } }

  func update(_ change: (inout State) -> Void) { state.withLock { change(&$0) } }

  /// - Returns: `false` if neither this scope nor an enclosing one is still open.
  func noteCancellation() -> Bool {
    let isWatched = state.withLock { state in
      state.hasCancelledStep = true
      return !state.isClosed
    }
    return isWatched || parent?.noteCancellation() ?? false
  }

  /// The previous values are released outside the lock, because their `deinit` may take the lock.
  func checkBegins() {
    _ = state.withLock { state in
      defer { state.seen = [] }
      return state.seen
    }
  }

  var seen: [NotedValue] { state.withLock { $0.seen } ?? [] }
}

extension AttemptScope: IssuePlace {
  var matcher: ObjectIdentifier { ObjectIdentifier(self) }

  /// The last attempt keeps an issue only if it can be recorded again unchanged.
  func standing(canBeRecordedAgain: Bool, in test: TestRun?) -> IssueOrigin.Standing {
    if let end = state.withLock({ $0.end }) { return .refuses(end) }
    if self.test?.hasEnded == true { return .refuses(.testIsOver) }
    return canBeRecordedAgain || attempt.retriesRemaining > 0 ? .keeps : .passesOn
  }

  func keep(_ issue: TestIssue) -> Bool {
    state.withLock { state in
      if state.end == nil, withholds, state.kept.isEmpty, test?.beginHolding(in: self) == false {
        state.end = .testIsOver
      }
      if state.end == nil { state.kept.append(issue) }
      return state.end == nil
    }
  }

  func noteInResult(_ issue: TestIssue, isItsOwn: Bool) {
    if isItsOwn { _ = keep(self === AttemptScope.current ? issue.inResult : issue.inResult.ofInnerStep) }
  }

  func end(_ reason: NotWithheld) { state.withLock { $0.end = $0.end ?? reason } }

  func close() -> State {
    let closed = state.withLock { state in
      // Noted values may be large.
      defer { state.seen = nil }
      (state.end, state.isClosed) = (state.end ?? .attemptIsOver, true)
      return state
    }
    if withholds { test?.endAttempt() }
    return closed
  }

  /// The failure of the enclosing step reports these failures instead.
  func takeFailuresOfSteps() -> [StepFailure] {
    state.withLock { state in
      let failures = state.kept.filter(\.isFailureOfStep)
      state.kept.removeAll(where: \.isFailureOfStep)
      return failures.flatMap(\.failures)
    }
  }

  func takeIssues() -> [TestIssue] {
    state.withLock { state in
      defer { state.kept = [] }
      return state.kept
    }
  }
}

extension AttemptScope {
  func collect(_ body: () -> Void) {
    if step.isInSwiftTesting, withholds { return collectIssues(body) }
    if adoptsIssues { return TestRun.adoptIssues(in: test, ofStepAt: step.failureSite, body) }
    body()
  }

  func collect(isolation: isolated (any Actor)?, _ body: () async -> Void) async {
    if step.isInSwiftTesting, withholds { return await collectIssues(isolation: isolation, body) }
    if adoptsIssues {
      return await TestRun.adoptIssues(in: test, ofStepAt: step.failureSite, isolation: isolation, body)
    }
    await body()
  }
}
