/// Somebody who is told what happens in steps.
protocol RetryEventSink: Sendable {
  /// Whether it does anything about such an event; one that nobody hears is not made.
  func hears(_ kind: RetryEvent.Kind) -> Bool

  func receive(_ event: RetryEvent)

  /// Keeps a file that belongs to an attempt of a step.
  ///
  /// - Returns: Its path beside the records; nil for one who keeps no files.
  func keep(_ file: AttachedFile, of attempt: Attempt, in step: StepID) -> String?

  /// Receives an event that opens a part of the step, and runs that part.
  func receive<Value, Failure: Error>(
    _ event: RetryEvent,
    during body: () throws(Failure) -> Value
  ) throws(Failure) -> Value
}

extension RetryEventSink {
  func hears(_ kind: RetryEvent.Kind) -> Bool { true }

  func keep(_ file: AttachedFile, of attempt: Attempt, in step: StepID) -> String? { nil }

  func receive<Value, Failure: Error>(
    _ event: RetryEvent,
    during body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    receive(event)
    return try body()
  }
}

extension ArraySlice<any RetryEventSink> {
  /// Tells every sink, each inside the one before, and runs the part once.
  func receive<Value, Failure: Error>(
    _ event: RetryEvent,
    during body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    guard let first else { return try body() }
    return try first.receive(event) { () throws(Failure) in
      try dropFirst().receive(event, during: body)
    }
  }
}
