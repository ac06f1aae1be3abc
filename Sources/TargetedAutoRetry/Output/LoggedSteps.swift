/// The lines of steps that have been logged.
///
/// The first run of a step inside another has all lines. When its call runs again in the outermost step, it has only what
/// is new, numbers aside.
final class LoggedSteps: Sendable {
  /// The lines that the steps inside an outermost step have had.
  private struct Inside {
    var firstRuns: [String: StepID] = [:]
    var texts: Set<String> = []
    var hasHinted = false

    /// - Parameter text: The lines without numbers.
    mutating func news(_ lines: [String], as text: String, of call: String, in event: RetryEvent) -> [String] {
      let isFirstRun = firstRuns[call, default: event.id] == event.id
      if isFirstRun { firstRuns[call] = event.id }
      if texts.insert(call + text).inserted || isFirstRun { return lines }
      guard case .attemptFailed = event.kind, !hasHinted else { return [] }
      hasHinted = true
      return [
        "♻️♻️♻️💡 [HINT] From here on inner steps log only what is new. \(EnvironmentVariable.log.name)=all shows every line."
      ]
    }
  }

  let level: LogLevel
  /// By the outermost steps, while they run.
  private let logged = Locked<[StepID: Inside]>([:])

  init(_ level: LogLevel) {
    self.level = level
  }

  var isEmpty: Bool { logged.withLock { $0.isEmpty } }

  /// The lines of an event that are to be logged.
  func lines(of event: RetryEvent) -> [String] {
    // Made before the lock is taken: a value that describes itself in a line may run steps, or wait for code that does.
    let lines = level.includes(event) ? event.logLines(level.words) : []
    guard level != .all, let step = event.step else { return lines }
    if step.id == step.rootID {
      if event.endsStep { _ = logged.withLock { $0.removeValue(forKey: step.id) } }
      return lines
    }
    if lines.isEmpty { return [] }
    let (call, text) = (step.nameAndPlace, lines.joined().filter { !$0.isNumber })
    return logged.withLock { $0[step.rootID, default: Inside()].news(lines, as: text, of: call, in: event) }
  }
}
