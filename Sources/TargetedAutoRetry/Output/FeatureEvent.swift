/// An event that a feature adds, with what the sinks make of it.
protocol FeatureEvent: Sendable {
  var logLines: [String] { get }

  var color: LineColor? { get }

  /// Whether the log has it at the level `retries` too.
  var isResult: Bool { get }

  /// The number of the part that begins, which the records then have as open; `nil` if none begins.
  var beginning: Int? { get }

  /// The row in the records; `nil` if it has none.
  func record(of event: RetryEvent, by process: RecordingProcess) -> Record?

  /// Whether the test recovered as a whole, so that no failure of its steps counts.
  var isRecovery: Bool { get }
}
