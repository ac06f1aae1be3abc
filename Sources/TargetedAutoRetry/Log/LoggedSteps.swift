/// The running steps, as the log knows them.
///
/// Steps that run at the same time in one test are told apart: a line of such a step, and of the steps inside, has the
/// number of its records. Repetitions of a nest are left out.
final class LoggedSteps: Sendable {
  /// A place for steps side by side: the same step around them, or none, in the same test.
  struct Place: Hashable {
    let parentID: StepID?
    let test: RunningTest?
  }

  struct Running {
    let place: Place
    /// True if another step has been beside it.
    var isMarked = false
    /// The number of the running attempt.
    var attempt = 1
    var detail = LogDetail.full
    /// True if a line has named the step.
    var isNamed = true
  }

  struct State {
    var running: [StepID: Running] = [:]
    /// The number of running steps in each place, and the one that has been alone so far.
    private var places: [Place: (count: Int, alone: StepID?)] = [:]
    private var marks = 0
    /// The memories of running steps with a failure inside.
    var memories: [StepID: StepMemory] = [:]
    /// The tests in which the log has hinted at omitted lines.
    var hinted: Set<RunningTest?> = []

    /// - Returns: True for a new step.
    mutating func begin(_ event: RetryEvent) -> Bool {
      guard running[event.id] == nil else { return false }
      let place = Place(parentID: event.parentID, test: event.test)
      let (count, alone) = places[place] ?? (0, nil)
      running[event.id] = Running(place: place)
      places[place] = (count + 1, count == 0 ? event.id : nil)
      if count > 0 { mark(event.id) }
      if let alone { mark(alone) }
      return true
    }

    private mutating func mark(_ id: StepID) {
      running[id]?.isMarked = true
      marks += 1
    }

    mutating func end(_ id: StepID) {
      guard let step = running.removeValue(forKey: id) else { return }
      if !memories.isEmpty { memories[id] = nil }
      if step.isMarked { marks -= 1 }
      guard let (count, _) = places[step.place] else { return }
      // Of several steps, none has been alone.
      places[step.place] = count == 1 ? nil : (count - 1, nil)
    }

    /// The step, or the innermost one around it, that has another beside it.
    func marked(_ id: StepID) -> StepID? {
      // Usually there is none, and the way through all steps around is long in a deep nest.
      marks > 0 ? chain(from: id).first { running[$0]?.isMarked == true } : nil
    }

    /// The step and those around it, from the inside out, without steps that are over.
    func chain(from id: StepID?) -> [StepID] {
      var (id, chain) = (id, [StepID]())
      while let current = id, let step = running[current] {
        chain.append(current)
        id = step.place.parentID
      }
      return chain
    }
  }

  let state = Locked(State())
  private let condenses: Bool

  init(condenses: Bool = false) {
    self.condenses = condenses
  }

  /// Writes the lines of an event, one event at a time.
  ///
  /// - Parameter write: Writes the lines behind their label, such as `[s7] `; a step that is alone has an empty one. It
  ///   must not run code of the test, which may need the same lock.
  func take<Result>(
    _ event: RetryEvent,
    _ text: LogText,
    _ write: (_ label: String, _ lines: [String]) -> Result
  ) -> Result {
    state.withLock { state in
      let isNew = event.kind.beginsStep && state.begin(event)
      let lines = condenses ? state.condensedLines(of: event, text, isNew: isNew) : text.lines
      defer { if event.kind.endsStep { state.end(event.id) } }
      return write(state.marked(event.id).map { "[s\($0.number)] " } ?? "", lines)
    }
  }
}

/// The log's lines of an event, and the cause that they tell.
///
/// It is made before the lock is taken: a value that describes itself in a line may run steps, or wait for code that
/// does.
struct LogText {
  let lines: [String]
  /// Nil for an event that is not about a failed attempt.
  let cause: LoggedCause?

  init(_ event: RetryEvent, _ level: LogLevel) {
    guard level.includes(event.kind) else {
      (lines, cause) = ([], nil)
      return
    }
    lines = event.logLines(level == .all ? .whole : .log)
    cause = level == .all ? nil : event.failedAttempt.map(LoggedCause.init)
  }
}

extension RetryEvent {
  fileprivate var failedAttempt: FailedAttempt? {
    switch kind {
    case .attemptFailed(let failed, retrying: _), .lateCheckFailed(let failed): failed
    default: nil
    }
  }
}

extension RetryEvent.Kind {
  /// True for the first or second line of a step.
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
