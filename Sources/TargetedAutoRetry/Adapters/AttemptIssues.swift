/// The issues of one attempt, from whichever thread they come.
final class AttemptIssues: Sendable {
  private struct State {
    var issues: [WithheldIssue] = []
    var isOpen = true
  }

  private let state = Locked(State())

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
      return state.issues
    }
  }
}
