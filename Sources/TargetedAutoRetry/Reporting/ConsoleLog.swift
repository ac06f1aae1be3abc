internal import Foundation

/// Writes the lines of a step to standard output, in the form that Xcode's console has.
struct ConsoleLog: RetryEventSink {
  let level: LogLevel
  var now: @Sendable () -> Date = { Date() }
  var write: @Sendable (String) -> Void = StandardStream.output

  func receive(_ event: RetryEvent) {
    guard level.includes(event.kind) else { return }
    let prefix = prefix(for: event)
    for line in event.logLines { write(prefix + line) }
  }

  private func prefix(for event: RetryEvent) -> String {
    let elapsed = now().timeIntervalSince(event.test?.start ?? Self.processStart)
    let label = event.test?.consoleLabel.map { "[\($0)] " } ?? ""
    return String(format: "    t = %8.2fs ", elapsed) + label + String(repeating: "    ", count: event.depth)
  }

  private static let processStart = Date()
}
