/// Tells the lines of steps apart that run at the same time in one test.
///
/// A line of such a step, and of the steps inside it, has the number that its records have too. The lines of a step that
/// is alone have none.
final class StepsSideBySide: Sendable {
  private struct Running {
    let parentID: StepID?
    let test: RunningTest?
    /// Whether another has been beside it.
    var isMarked = false
  }

  private let running = Locked<[StepID: Running]>([:])

  /// Writes the lines of an event, while no other event has its turn.
  ///
  /// - Parameter write: Is told what stands before the lines, such as `[s7] `; nothing for a step that is alone.
  func label<Result>(_ event: RetryEvent, _ write: (String) -> Result) -> Result {
    running.withLock { running in
      if event.kind.beginsStep { Self.begin(event, &running) }
      defer { if event.kind.endsStep { running[event.id] = nil } }
      return write(Self.marked(event.id, running).map { "[s\($0.number)] " } ?? "")
    }
  }

  func label(for event: RetryEvent) -> String { label(event) { $0 } }

  private static func begin(_ event: RetryEvent, _ running: inout [StepID: Running]) {
    var step = Running(parentID: event.parentID, test: event.test)
    for (id, other) in running where other.parentID == step.parentID && other.test == step.test {
      step.isMarked = true
      running[id]?.isMarked = true
    }
    running[event.id] = step
  }

  /// The step itself, or the innermost one around it, that has another beside it.
  private static func marked(_ id: StepID, _ running: [StepID: Running]) -> StepID? {
    var id: StepID? = id
    while let current = id, let step = running[current] {
      if step.isMarked { return current }
      id = step.parentID
    }
    return nil
  }
}

extension RetryEvent.Kind {
  /// Whether it is the first line of a step.
  var beginsStep: Bool {
    if case .mainAction(let attempt) = self { attempt.retry == 0 } else { false }
  }

  fileprivate var endsStep: Bool {
    switch self {
    case .finished, .stopped: true
    default: false
    }
  }
}
