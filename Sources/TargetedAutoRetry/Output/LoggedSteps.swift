/// The running steps, as the log knows them.
///
/// Steps that run at the same time in one test are told apart: a line of such a step, and of the steps inside, has the
/// number of its records. A step inside another has its first line, and then only what its call has not logged before in
/// the outermost step, measured times aside.
final class LoggedSteps: Sendable {
  /// A place for steps side by side: the same step around them, or none, in the same test.
  private struct Place: Hashable {
    let parentID: StepID?
    let test: TestIdentity?
  }

  private struct Running {
    let place: Place
    /// The outermost step around, or this one.
    let root: StepID
    /// True if another step has been beside it.
    var isMarked: Bool
    var logged: Set<String> = []
    var hasHinted = false
  }

  private struct State {
    var running: [StepID: Running] = [:]
    private var places: [Place: Set<StepID>] = [:]

    mutating func begin(_ event: RetryEvent) {
      let place = Place(parentID: event.parentID, test: event.test)
      let root = event.parentID.flatMap { running[$0]?.root } ?? event.id
      let count = places[place]?.count ?? 0
      // Of more, each is marked already.
      if count == 1, let alone = places[place]?.first { running[alone]?.isMarked = true }
      running[event.id] = Running(place: place, root: root, isMarked: count > 0)
      places[place, default: []].insert(event.id)
    }

    mutating func end(_ id: StepID) {
      guard let place = running.removeValue(forKey: id)?.place else { return }
      places[place]?.remove(id)
      if places[place]?.isEmpty == true { places[place] = nil }
    }

    /// The step, or the innermost one around it, that has another beside it.
    func marked(_ id: StepID) -> StepID? {
      guard let step = running[id] else { return nil }
      return step.isMarked ? id : step.place.parentID.flatMap(marked)
    }

    mutating func news(_ lines: [String], of event: RetryEvent) -> [String] {
      guard let root = running[event.id]?.root, root != event.id, !lines.isEmpty else { return lines }
      let text = "\(event.callSite?.place ?? "") \(lines.joined(separator: "\n").timeless)"
      if running[root]?.logged.insert(text).inserted != false { return lines }
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
    let lines = level.includes(event) ? event.logLines(level.words) : []
    return state.withLock { state in
      let isNew = event.beginsStep && state.running[event.id] == nil
      if isNew { state.begin(event) }
      let news = isNew || level == .all ? lines : state.news(lines, of: event)
      let label = state.marked(event.id).map { "[s\($0.number)] " } ?? ""
      switch event.kind {
      case .finished, .stopped: state.end(event.id)
      default: break
      }
      return write(label, news)
    }
  }
}
