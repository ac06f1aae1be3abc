internal import Foundation

/// Writes the lines of a step to standard output, in the form of Xcode's console.
struct ConsoleLog: RetryEventSink {
  let level: LogLevel
  private let now: @Sendable () -> Date
  private let write: @Sendable (String) -> Void
  let steps: LoggedSteps

  init(
    level: LogLevel,
    now: @escaping @Sendable () -> Date = { Date() },
    write: @escaping @Sendable (String) -> Void = StandardStream.output
  ) {
    self.level = level
    self.now = now
    self.write = write
    steps = LoggedSteps(condenses: level != .all)
  }

  func isEnabled(for kind: RetryEvent.Kind) -> Bool { level.includes(kind) || kind.beginsStep }

  func receive(_ event: RetryEvent) {
    steps.take(event, LogText(event, level)) { label, lines in
      if lines.isEmpty { return }
      let prefix = prefix(for: event, label)
      for line in lines { write(prefix + line) }
    }
  }

  private func prefix(for event: RetryEvent, _ stepLabel: String) -> String {
    let elapsed = now().timeIntervalSince(event.test?.start ?? Self.processStart)
    let label = event.test?.consoleLabel.map { "[\($0)] " } ?? ""
    return String(format: "    t = %8.2fs ", elapsed) + label + stepLabel
      + String(repeating: "    ", count: event.depth)
  }

  private static let processStart = Date()
}

#if canImport(Darwin)
  typealias PlatformLog = ActivityLog
#else
  typealias PlatformLog = ConsoleLog
#endif
