internal import Foundation
internal import XCTest

/// Writes the lines of a step where the framework of the test writes its own, in the form of Xcode's console.
struct ConsoleLog: RetryEventSink {
  let level: LogLevel
  private let now: @Sendable () -> Date
  private let write: (@Sendable (String) -> Void)?

  init(
    level: LogLevel,
    now: @escaping @Sendable () -> Date = { Date() },
    write: (@Sendable (String) -> Void)? = nil
  ) {
    self.level = level
    self.now = now
    self.write = write
  }

  func receive(_ event: RetryEvent) {
    let lines = level.lines(of: event)
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
  /// Every line, except that inner steps have only their last one while an outer step retries.
  case steps
  case all
  /// Three lines of a step that was retried: its first failed attempt, the cause, and the end.
  case retries
  case off

  init(_ variables: inout SteeringVariables) {
    self = variables.value(of: .log) { LogLevel(rawValue: $0) } ?? .steps
  }

  var words: Wording { self == .all ? .whole : .log }

  func lines(of event: RetryEvent) -> [String] { includes(event) ? event.logLines(words) : [] }

  private func includes(_ event: RetryEvent) -> Bool {
    switch self {
    case .off: false
    case .all: true
    case .steps: event.step?.isInRetry != true || Self.isAnEnd(event)
    case .retries: Self.isAnEnd(event) || Self.isAFirstFailure(event)
    }
  }

  private static func isAnEnd(_ event: RetryEvent) -> Bool {
    switch event.kind {
    case .finished, .stopped, .issueNotWithheld, .runFailed, .testEnded: true
    case .hint(let hint): hint != .attemptTimeLimitHasNoEffect
    default: false
    }
  }

  private static func isAFirstFailure(_ event: RetryEvent) -> Bool {
    switch event.kind {
    case .attemptFailed(let failed, retrying: _): failed.attempt.retry == 0
    // The cause of a step has the first issue; a test has no other line for its cause.
    case .issueWithheld: event.step == nil
    default: false
    }
  }
}

#if canImport(Darwin)
  typealias PlatformLog = ActivityLog
#else
  typealias PlatformLog = ConsoleLog
#endif

#if canImport(Darwin)
  /// Shows the lines of a step as activities of XCTest, nested like the steps, so that the test report has them.
  ///
  /// The lines go to the console if XCTest offers no activities: off the main thread, outside an XCTest test case, and
  /// under `swift test`, which stops the process at the first activity.
  struct ActivityLog: RetryEventSink {
    let showsParts = true
    private let console: ConsoleLog
    private let runsUnderXcode: Bool

    init(level: LogLevel, environment: [String: String] = ProcessInfo.processInfo.environment) {
      self.init(console: ConsoleLog(level: level), environment: environment)
    }

    init(console: ConsoleLog, environment: [String: String]) {
      self.console = console
      // Neither variable is documented, so only the presence of one counts.
      runsUnderXcode = ["XCTestConfigurationFilePath", "__XCODE_BUILT_PRODUCTS_DIR_PATHS"]
        .contains { environment[$0] != nil }
    }

    func receive(_ event: RetryEvent) { receive(event) {} }

    func receive(_ event: RetryEvent, during body: () -> Void) {
      guard hasActivities(for: event) else {
        console.receive(event)
        return body()
      }
      var names = console.level.lines(of: event)
      // The last line is that of the part. If it is left out, there is no activity, and the lines inside have their
      // own.
      guard let name = names.popLast() else { return body() }
      for name in names { runActivity(named: name) {} }
      runActivity(named: name, body)
    }

    private func hasActivities(for event: RetryEvent) -> Bool {
      guard let test = event.test, !test.runsBesideOthers else { return false }
      return runsUnderXcode && Thread.isMainThread
    }

    private func runActivity(named name: String, _ body: () -> Void) {
      withoutActuallyEscaping(body) { body in
        // The closure stays on the main thread: the activity runs it at once.
        nonisolated(unsafe) let body = body
        MainActor.assumeIsolated {
          XCTContext.runActivity(named: name) { _ in body() }
        }
      }
    }
  }
#endif
