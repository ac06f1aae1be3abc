/// The running steps, as the log knows them.
///
/// Steps that run at the same time in one test are told apart: a line of such a step, and of the steps inside, has the
/// number of its records. A step inside another has its first line, and then only what its call has not logged before in
/// the outermost step, measured times aside.
final class LoggedSteps: Sendable {
  /// A place for steps side by side: the same step around them, or none, in the same test.
  private struct Place: Hashable {
    let parentID: StepID?
    let test: RunningTest?
  }

  private struct Running {
    let place: Place
    /// The outermost step around, or this one.
    let root: StepID
    /// True if another step has been beside it.
    var isMarked = false
    /// The texts of the steps inside an outermost step.
    var logged: Set<String> = []
    /// True if an outermost step has hinted at texts that are left out.
    var hasHinted = false
  }

  private struct State {
    var running: [StepID: Running] = [:]
    /// The number of running steps in each place, and the one that has been alone so far.
    private var places: [Place: (count: Int, alone: StepID?)] = [:]
    private var marks = 0

    /// - Returns: True for a new step.
    mutating func begin(_ event: RetryEvent) -> Bool {
      guard running[event.id] == nil else { return false }
      let place = Place(parentID: event.parentID, test: event.test)
      let root = event.parentID.flatMap { running[$0]?.root } ?? event.id
      let (count, alone) = places[place] ?? (0, nil)
      running[event.id] = Running(place: place, root: root)
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
      if step.isMarked { marks -= 1 }
      guard let (count, _) = places[step.place] else { return }
      // Of several steps, none has been alone.
      places[step.place] = count == 1 ? nil : (count - 1, nil)
    }

    /// The step, or the innermost one around it, that has another beside it.
    func marked(_ id: StepID) -> StepID? {
      // Usually there is none, and the way through all steps around is long in a deep nest.
      if marks == 0 { return nil }
      var next: StepID? = id
      while let id = next, let step = running[id] {
        if step.isMarked { return id }
        next = step.place.parentID
      }
      return nil
    }

    /// The lines, unless the call of an inner step has logged their text before.
    mutating func news(_ lines: [String], _ text: String, of event: RetryEvent) -> [String] {
      guard let root = running[event.id]?.root, root != event.id, running[root]?.logged.insert(text).inserted == false
      else { return lines }
      guard case .attemptFailed = event.kind, running[root]?.hasHinted == false else { return [] }
      running[root]?.hasHinted = true
      return [
        "♻️♻️♻️💡 [HINT] From here on inner steps log only what is new. \(EnvironmentVariable.log.name)=all shows every line."
      ]
    }
  }

  let level: LogLevel
  private let state = Locked(State())

  init(_ level: LogLevel) {
    self.level = level
  }

  var isEmpty: Bool { state.withLock { $0.running.isEmpty } }

  /// Writes the lines of an event, one event at a time.
  ///
  /// - Parameter write: Writes the lines behind their label, such as `[s7] `; a step that is alone has an empty one. It
  ///   must not run code of the test, which may need the same lock.
  func take<Result>(_ event: RetryEvent, _ write: (_ label: String, _ lines: [String]) -> Result) -> Result {
    // Made before the lock is taken: a value that describes itself in a line may run steps, or wait for code that does.
    let lines = level.includes(event.kind) ? event.logLines(level.words) : []
    let text = level == .all || lines.isEmpty ? nil : event.logText(level.words)
    return state.withLock { state in
      let isNew = event.kind.beginsStep && state.begin(event)
      let news = text.map { isNew ? lines : state.news(lines, $0, of: event) } ?? lines
      defer { if event.kind.endsStep { state.end(event.id) } }
      return write(state.marked(event.id).map { "[s\($0.number)] " } ?? "", news)
    }
  }
}

extension RetryEvent {
  /// The lines and the call that they are of, without measured times.
  fileprivate func logText(_ words: Wording) -> String {
    ([callSite?.place ?? ""] + logLines(words.timeless)).joined(separator: "\n")
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
