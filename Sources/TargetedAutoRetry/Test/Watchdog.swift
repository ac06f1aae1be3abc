/// Tells the sinks of attempts that last long, so that a step is known that hangs.
///
/// No thread waits while steps are quick: one looks at the running attempts only when one of them may have lasted long.
final class Watchdog: Sendable {
  /// The time after which a running attempt has a row in the records.
  static let recorded = Duration.seconds(5)
  /// The time after which the log has a line; that of the condition comes on top.
  private static let overdue = Duration.seconds(30)

  private struct Part {
    let context: StepContext
    let start: Duration
    let limit: Duration?
    var isRecorded: Bool
    /// The time after which the log has the next line.
    var overdue: Duration

    var due: Duration { start + (isRecorded ? overdue : recorded) }
  }

  private struct State {
    var parts: [Part] = []
    var isWaiting = false
  }

  private let timekeeper: Timekeeper
  private let sinks: [any RetryEventSink]
  private let state = Locked(State())

  init(_ timekeeper: Timekeeper, _ sinks: [any RetryEventSink]) {
    self.timekeeper = timekeeper
    self.sinks = sinks
  }

  /// Begins to watch an attempt, its late check, or its reset steps.
  ///
  /// - Parameter limit: The time after which it is cancelled; only after as long again the log has a line.
  func begin(_ context: StepContext, since start: Duration, limit: Duration?, isRecorded: Bool) {
    let overdue = limit.map { max($0 * 2, Self.recorded) } ?? Self.overdue + context.step.policy.conditionTimeout
    let part = Part(context: context, start: start, limit: limit, isRecorded: isRecorded, overdue: overdue)
    let isWaiting = state.withLock { state in
      defer { state.isWaiting = true }
      state.parts.append(part)
      return state.isWaiting
    }
    if !isWaiting { look(after: Self.recorded) }
  }

  /// Ends the part of a step; no sink hears of it after that.
  func end(_ step: StepID) {
    state.change { state in
      _ = state.parts.lastIndex { $0.context.step.id == step }.map { state.parts.remove(at: $0) }
    }
  }

  private func look(after delay: Duration) { timekeeper.later(delay) { [weak self] in self?.look() } }

  private func look() {
    var delay: Duration?
    state.change { state in
      let (now, parts) = (timekeeper.now(), state.parts)
      // On Apple platforms a failed assertion may have unwound past a step.
      state.parts.removeAll { $0.context.test?.isOver == true }
      for index in state.parts.indices { tell(of: &state.parts[index], among: parts, at: now) }
      let due = state.parts.map(\.due).min()
      state.isWaiting = due != nil
      // A part that begins after this is not due before.
      delay = due.map { min($0 - now, Self.recorded) }
    }
    if let delay { look(after: delay) }
  }

  private func tell(of part: inout Part, among parts: [Part], at now: Duration) {
    let (context, elapsed) = (part.context, now - part.start)
    func emit(_ kind: RetryEvent.Kind) {
      let event = RetryEvent(kind, of: context.step, in: context.identity)
      sinks.forEach { $0.receive(event) }
    }
    if !part.isRecorded, elapsed >= Self.recorded {
      part.isRecorded = true
      emit(.attemptGoesOn(context.attempt, since: part.start, for: elapsed))
    }
    guard elapsed >= part.overdue else { return }
    while part.overdue <= elapsed { part.overdue *= 2 }
    // Of steps that are nested, the innermost hangs.
    if parts.contains(where: { $0.context.parent === context }) { return }
    emit(.attemptIsOverdue(context.attempt, for: elapsed, limit: part.limit))
  }
}

extension StepContext {
  fileprivate var identity: TestIdentity? { nest.withLock { $0.identity } }
}
