/// Somebody who is told what happens in steps.
protocol RetryEventSink: Sendable {
  /// Whether it does anything about such an event; one that nobody hears is not made.
  func hears(_ kind: RetryEvent.Kind) -> Bool

  func receive(_ event: RetryEvent)

  /// Keeps a file that belongs to an attempt of a step.
  ///
  /// - Returns: Its path beside the records; nil for one who keeps no files.
  func keep(_ file: AttachedFile, of attempt: Attempt, in step: StepID) -> String?
}

extension RetryEventSink {
  func hears(_ kind: RetryEvent.Kind) -> Bool { true }

  func keep(_ file: AttachedFile, of attempt: Attempt, in step: StepID) -> String? { nil }
}

/// A sink that shows a part of a step while the part runs.
protocol PartRunner: RetryEventSink {
  /// Receives an event that opens a part of the step, and runs that part.
  func receive(_ event: RetryEvent, during body: () -> Void)
}
