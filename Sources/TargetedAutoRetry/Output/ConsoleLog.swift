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
