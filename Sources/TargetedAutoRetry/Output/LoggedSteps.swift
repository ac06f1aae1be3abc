/// The lines of steps that have been logged.
///
/// The first run of a step inside another has all lines. When its call runs again in the outermost step, it has only what
/// is new, numbers aside. So has an outermost step that its line runs for the fourth time in a test, and each end of a
/// step that was retried.
final class LoggedSteps: Sendable {
  /// The lines that an outermost step and the steps inside have had, or all of its runs.
  fileprivate struct Logged {
    var runs = 0
    var firstRuns: [String: StepID] = [:]
    var lines: Set<String> = []
    var hasHinted = false

    /// Nil after the hint.
    mutating func hint(_ steps: String) -> [String]? {
      defer { hasHinted = true }
      let all = "\(EnvironmentVariable.log.name)=all shows every line."
      return hasHinted ? nil : ["♻️♻️♻️💡 [HINT] From here on \(steps) log only what is new. \(all)"]
    }
  }

  fileprivate struct State {
    /// By the outermost steps, while they run.
    var steps: [StepID: Logged] = [:]
    /// By the lines of the outermost steps of one test.
    var calls: [String: Logged] = [:]
    var test: String?
  }

  let level: LogLevel
  private let state = Locked(State())

  init(_ level: LogLevel) {
    self.level = level
  }

  var isEmpty: Bool { state.withLock { $0.steps.isEmpty } }

  /// The lines of an event that are to be logged.
  func lines(of event: RetryEvent) -> [String] {
    // Made before the lock is taken: a value that describes itself in a line may run steps, or wait for code that does.
    let lines = level.includes(event) ? event.logLines(level.words) : []
    guard level != .all, let step = event.step else { return lines }
    let isOutermost = step.id == step.rootID
    if !isOutermost, lines.isEmpty { return [] }
    // The name of a step may count the rounds of a loop.
    let call = isOutermost ? step.callSite.place : step.nameAndPlace
    let text = call + lines.joined().filter { !$0.isNumber }
    return state.withLock { state in
      if isOutermost { return state.lines(of: event, at: call, text, lines) }
      var logged = state.steps[step.rootID] ?? Logged()
      defer { state.steps[step.rootID] = logged }
      let isFirstRun = (logged.firstRuns[call] ?? step.id) == step.id && logged.runs <= State.fullRuns
      if isFirstRun { logged.firstRuns[call] = step.id }
      if logged.lines.insert(text).inserted || isFirstRun { return lines }
      guard case .attemptFailed = event.kind else { return [] }
      return logged.hint("inner steps") ?? []
    }
  }
}

extension LoggedSteps.State {
  fileprivate static let fullRuns = 3

  fileprivate mutating func lines(of event: RetryEvent, at call: String, _ text: String, _ lines: [String]) -> [String]
  {
    if test != event.test?.id { (test, calls) = (event.test?.id, [:]) }
    var logged = calls[call] ?? LoggedSteps.Logged()
    defer { calls[call] = logged }
    if event.beginsStep { logged.runs += 1 }
    let isRepeated = logged.runs > Self.fullRuns
    if event.beginsStep, isRepeated { steps[event.id] = logged }
    if event.endsStep, let inside = steps.removeValue(forKey: event.id) { logged.lines.formUnion(inside.lines) }
    if logged.lines.insert(text).inserted || !isRepeated || event.endsStep || lines.isEmpty { return lines }
    return logged.hint("steps of this line") ?? []
  }
}
