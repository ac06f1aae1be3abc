internal import Foundation

/// Writes the lines of a step where the framework of the test writes its own, in the form of Xcode's console.
struct ConsoleLog: RetryEventSink {
  let steps: LoggedSteps
  private let now: @Sendable () -> Date
  private let write: (@Sendable (String) -> Void)?

  init(
    level: LogLevel,
    now: @escaping @Sendable () -> Date = { Date() },
    write: (@Sendable (String) -> Void)? = nil
  ) {
    steps = LoggedSteps(level)
    self.now = now
    self.write = write
  }

  func receive(_ event: RetryEvent) {
    let lines = steps.lines(of: event)
    if lines.isEmpty { return }
    let elapsed = max(now().timeIntervalSince(event.test?.start ?? Self.processStart), 0)
    let test = event.test.map { $0.runsBesideOthers ? "[\($0.name)] " : "" } ?? ""
    let indent = String(repeating: "    ", count: event.depth)
    let prefix = String(format: "    t = %8.2fs ", elapsed) + test + indent
    // Lines in two streams would not be in the order of events.
    let stream = event.test?.framework == .swiftTesting ? StandardStream.error : StandardStream.output
    // At once, so that the lines of an event stay together.
    (write ?? stream)(lines.map { prefix + $0 }.joined(separator: "\n"))
  }

  private static let processStart = Date()
}

/// The lines of steps that have been logged.
///
/// The first run of a step inside another has all lines. When its call runs again in the outermost step, it has only what
/// is new, numbers aside. An outermost step that its line runs for the fourth time in a test has the lines of level
/// `retries`, as have those inside.
final class LoggedSteps: Sendable {
  /// The lines that the steps inside an outermost step have had.
  private struct Inside {
    var isRepeated = false
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
      return [hint("inner steps log only what is new")]
    }
  }

  private struct State {
    /// By the outermost steps, while they run.
    var steps: [StepID: Inside] = [:]
    /// The runs of outermost steps, by their tests and lines.
    var runs: [String: Int] = [:]
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
    let begins = isOutermost && event.beginsStep
    let call = begins ? "\(event.test?.id ?? "") \(step.callSite.place)" : isOutermost ? "" : step.nameAndPlace
    let text = isOutermost ? "" : lines.joined().filter { !$0.isNumber }
    return state.withLock { state in
      var inside = state.steps[step.rootID] ?? Inside()
      defer { state.steps[step.rootID] = isOutermost && event.endsStep ? nil : inside }
      if begins, state.steps[step.id] == nil {
        state.runs[call, default: 0] += 1
        let runs = state.runs[call] ?? 0
        inside.isRepeated = runs > 3
        if runs == 4, level == .steps { return [hint("this line logs only retries")] }
      }
      if inside.isRepeated, !LogLevel.retries.includes(event) { return [] }
      return isOutermost ? lines : inside.news(lines, as: text, of: call, in: event)
    }
  }
}

private func hint(_ text: String) -> String {
  "♻️♻️♻️💡 [HINT] From here on \(text). \(EnvironmentVariable.log.name)=all shows every line."
}

/// The lines of a step that are logged; `AUTO_RETRY_LOG` sets it.
enum LogLevel: String, CaseIterable, Sendable {
  /// Every line, except repetitions by nested steps.
  case steps
  case all
  /// Three lines of a step that was retried: its first failed attempt, the cause, and the end.
  case retries
  case off

  init(_ variables: inout SteeringVariables) {
    self = variables.value(of: .log) { LogLevel(rawValue: $0) } ?? .steps
  }

  var words: Wording { self == .all ? .whole : .log }

  func includes(_ event: RetryEvent) -> Bool {
    if self != .retries { return self != .off }
    return switch event.kind {
    case .attemptFailed(let failed, retrying: _): failed.attempt.retry == 0
    // The cause of a step has the first; a test has no other line for its cause.
    case .issueWithheld: event.step == nil
    case .burnedIn, .finished, .issueNotWithheld, .runFailed, .stopped, .testEnded: true
    case .hint(let hint): hint != .attemptTimeLimitHasNoEffect
    default: false
    }
  }
}

#if canImport(Darwin)
  typealias PlatformLog = ActivityLog
#else
  typealias PlatformLog = ConsoleLog
#endif
