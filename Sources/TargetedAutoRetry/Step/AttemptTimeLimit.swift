/// Cancels an attempt that takes too long.
///
/// The attempt runs in a task of its own, on the actor of the caller and with its task-local values. The caller waits
/// for it to the end, so it is cancelled but never abandoned.
enum AttemptTimeLimit {
  private enum State {
    case runs
    case isOver
    case isTimedOut
  }

  /// - Parameters:
  ///   - isOverdue: Called if the cancelled attempt has not ended after the same time again.
  /// - Returns: The end of the attempt, and true if it was cancelled first.
  static func enforce<End>(
    _ limit: Duration,
    timekeeper: Timekeeper,
    isolation: isolated (any Actor)?,
    isOverdue: @escaping @Sendable () -> Void,
    _ body: () async -> End
  ) async -> (end: End, isTimedOut: Bool) {
    let state = Locked(State.runs)
    return await withoutActuallyEscaping(body) { body in
      // Only the attempt uses these while it runs: the caller waits for it, on the same actor.
      nonisolated(unsafe) let body = body
      nonisolated(unsafe) var end: End?
      let attempt = Task {
        _ = isolation
        end = await body()
        state.withLock { if $0 == .runs { $0 = .isOver } }
      }
      let timer = Task {
        guard (try? await timekeeper.sleep(limit)) != nil else { return }
        let isTimedOut = state.withLock { state in
          if state == .runs { state = .isTimedOut }
          return state == .isTimedOut
        }
        guard isTimedOut else { return }
        attempt.cancel()
        if (try? await timekeeper.sleep(limit)) != nil { isOverdue() }
      }
      await withTaskCancellationHandler {
        await attempt.value
      } onCancel: {
        attempt.cancel()
      }
      timer.cancel()
      await timer.value
      let isTimedOut = state.withLock { $0 == .isTimedOut }
      return (end.made(by: "Task"), isTimedOut)
    }
  }
}
