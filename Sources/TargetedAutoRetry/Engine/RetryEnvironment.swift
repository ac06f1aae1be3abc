/// All that a step needs from outside: the time, the sinks of its events, what steers the run, and the way to fail a test.
struct RetryEnvironment: Sendable {
  var timekeeper: Timekeeper
  var sinks: [any RetryEventSink]
  var steering = Steering()
  var recordFailure: @Sendable (TestFailure) -> Void
  /// Leaves a trace of a step that recovered.
  var reportRecovery: @Sendable (RecoveryNotice) -> Void = { _ in }

  @TaskLocal static var current = live

  func tell(_ event: RetryEvent) {
    for sink in sinks { sink.receive(event) }
  }

  private static let live: RetryEnvironment = {
    let level = LogLevel.fromEnvironment
    let log = level == .off ? nil : PlatformLog(level: level)
    let sinks: [(any RetryEventSink)?] = [log, RecordFile.fromEnvironment]
    return RetryEnvironment(
      timekeeper: .live,
      sinks: sinks.compactMap { $0 },
      steering: .fromEnvironment,
      recordFailure: { $0.record() },
      reportRecovery: { $0.leave() }
    )
  }()
}
