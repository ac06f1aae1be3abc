/// The issues of one attempt, from whichever thread they come.
final class AttemptIssues: IssueKeeper {
  private struct State {
    var issues: [WithheldIssue] = []
    var isOpen = true
    /// Whether the issues were reported because the test was over before the step.
    var isReported = false
  }

  /// The attempt around the step.
  let outer: AttemptIssues?
  /// The flaky part of the test that the step is in.
  let flakyPart: (any IssueKeeper)?
  let hasRetriesLeft: Bool
  /// Whether all other code of the test waits for this attempt.
  let isWaitedFor: Bool
  private let state = Locked(State())

  init(outer: AttemptIssues?, flakyPart: (any IssueKeeper)?, hasRetriesLeft: Bool, isWaitedFor: Bool) {
    self.outer = outer
    self.flakyPart = flakyPart
    self.hasRetriesLeft = hasRetriesLeft
    self.isWaitedFor = isWaitedFor
  }

  var isOpen: Bool { state.withLock { $0.isOpen } }

  /// - Returns: False where the attempt is over, and the issue is none of its own.
  func add(_ issue: WithheldIssue) -> Bool {
    state.withLock { state in
      if state.isOpen { state.issues.append(issue) }
      return state.isOpen
    }
  }

  /// Ends the attempt, and hands out its issues in the order in which they were recorded.
  func close() -> [WithheldIssue] {
    state.withLock { state in
      state.isOpen = false
      return state.isReported ? state.issues.map(\.reported) : state.issues
    }
  }

  /// The test is over before the step: hands out the issues to be reported.
  func abandon() -> [WithheldIssue] {
    state.withLock { state in
      defer { (state.isOpen, state.isReported) = (false, true) }
      return state.isReported ? [] : state.issues
    }
  }
}
