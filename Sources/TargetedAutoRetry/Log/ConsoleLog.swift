internal import Foundation

/// Writes the lines of a step to standard output, in the form of Xcode's console.
struct ConsoleLog: RetryEventSink {
  let level: LogLevel
  var now: @Sendable () -> Date = { Date() }
  var write: @Sendable (String) -> Void = StandardStream.output
  let stepsSideBySide = StepsSideBySide()

  func isEnabled(for kind: RetryEvent.Kind) -> Bool { level.includes(kind) || kind.beginsStep }

  func receive(_ event: RetryEvent) {
    // Before the lock is taken: what describes itself in a line may run steps, or wait for code that does.
    let lines = level.includes(event.kind) ? event.logLines : []
    stepsSideBySide.label(event) { label in
      if lines.isEmpty { return }
      let prefix = prefix(for: event, label)
      for line in lines { write(prefix + line) }
    }
  }

  private func prefix(for event: RetryEvent, _ stepLabel: String) -> String {
    let elapsed = now().timeIntervalSince(event.test?.start ?? Self.processStart)
    let label = event.test?.consoleLabel.map { "[\($0)] " } ?? ""
    let time = elapsed.text(decimals: 2)
    let bytes = ByteBuffer()
    bytes.append("    t = ")
    for _ in time.utf8.count..<max(8, time.utf8.count) { bytes.append(UInt8(ascii: " ")) }
    bytes.append(text: time)
    bytes.append("s ")
    bytes.append(text: label)
    bytes.append(text: stepLabel)
    for _ in 0..<event.depth { bytes.append("    ") }
    return bytes.withContents { String(decoding: $0, as: UTF8.self) }
  }

  private static let processStart = Date()
}

/// How much of a step is logged; `AUTO_RETRY_LOG` sets it.
enum LogLevel: String, CaseIterable, Sendable {
  case all
  /// Only what is about a retry: the lines with ♻️.
  case retries
  case off

  init(_ variables: inout SteeringVariables) {
    self = variables.value(of: .log) { LogLevel(rawValue: $0) } ?? .all
  }

  func includes(_ kind: RetryEvent.Kind) -> Bool {
    switch (self, kind) {
    case (.off, _): false
    case (.retries, .mainAction(let attempt)), (.retries, .successCondition(let attempt)),
      (.retries, .firstLook(let attempt)), (.retries, .actionNotNeeded(let attempt)):
      attempt.retry > 0
    case (.retries, .waitBegins): false
    default: true
    }
  }
}

#if canImport(Darwin)
  typealias PlatformLog = ActivityLog
#else
  typealias PlatformLog = ConsoleLog
#endif
