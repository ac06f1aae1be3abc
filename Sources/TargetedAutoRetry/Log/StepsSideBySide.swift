/// Tells the lines of steps apart that run at the same time in one test.
///
/// A line of such a step, and of the steps inside it, has the number that its records have too. The lines of a step that
/// is alone have none.
final class StepsSideBySide: Sendable {
  /// Where steps are side by side: in the same step, or in none, of the same test.
  private struct Place: Hashable {
    let parentID: StepID?
    let test: RunningTest?
  }

  private struct Running {
    let place: Place
    /// True if another has been beside it.
    var isMarked = false
  }

  private struct State {
    var running: [StepID: Running] = [:]
    /// The number of steps that run in each place, and the one of them that has been alone so far.
    var places: [Place: (count: Int, alone: StepID?)] = [:]
    var marks = 0

    mutating func begin(_ event: RetryEvent) {
      guard running[event.id] == nil else { return }
      let place = Place(parentID: event.parentID, test: event.test)
      let (count, alone) = places[place] ?? (0, nil)
      running[event.id] = Running(place: place)
      places[place] = (count + 1, count == 0 ? event.id : nil)
      if count > 0 { mark(event.id) }
      if let alone { mark(alone) }
    }

    private mutating func mark(_ id: StepID) {
      running[id]?.isMarked = true
      marks += 1
    }

    mutating func end(_ id: StepID) {
      guard let step = running.removeValue(forKey: id) else { return }
      if step.isMarked { marks -= 1 }
      guard let (count, alone) = places[step.place] else { return }
      places[step.place] = count == 1 ? nil : (count - 1, alone == id ? nil : alone)
    }

    /// The step itself, or the innermost one around it, that has another beside it.
    func marked(_ id: StepID) -> StepID? {
      // Mostly there is none, and the way out through all steps around is long in a deep nest.
      guard marks > 0 else { return nil }
      var id: StepID? = id
      while let current = id, let step = running[current] {
        if step.isMarked { return current }
        id = step.place.parentID
      }
      return nil
    }
  }

  private let state = Locked(State())

  /// Writes the lines of an event, while no other event has its turn.
  ///
  /// - Parameter write: Is told what stands before the lines, such as `[s7] `; nothing for a step that is alone. It runs no
  ///   code of the test: what that does may need the same lock.
  func label<Result>(_ event: RetryEvent, _ write: (String) -> Result) -> Result {
    state.withLock { state in
      if event.kind.beginsStep { state.begin(event) }
      defer { if event.kind.endsStep { state.end(event.id) } }
      return write(state.marked(event.id).map { "[s\($0.number)] " } ?? "")
    }
  }

  func label(for event: RetryEvent) -> String { label(event) { $0 } }
}

extension RetryEvent.Kind {
  /// True for the first line of a step, or its second.
  var beginsStep: Bool {
    switch self {
    case .mainAction(let attempt), .firstLook(let attempt): attempt.retry == 0
    case .waitBegins: true
    default: false
    }
  }

  fileprivate var endsStep: Bool {
    switch self {
    case .finished, .stopped: true
    default: false
    }
  }
}
