extension StepRun {
  /// Tells the sinks what happened, or that a part of the step begins.
  func tell(_ kind: @autoclosure () -> RetryEvent.Kind) {
    guard !environment.sinks.isEmpty else { return }
    environment.tell(event(kind()))
  }

  /// Tells the sinks that a part of the step begins, and runs it.
  func perform<Value, Failure>(
    _ part: @autoclosure () -> RetryEvent.Kind,
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    guard !environment.sinks.isEmpty else { return try body() }
    return try environment.sinks[...].receive(event(part()), during: body)
  }

  func event(_ kind: RetryEvent.Kind) -> RetryEvent {
    RetryEvent(
      kind: kind,
      step: step,
      id: context.id,
      parentID: context.parentID,
      depth: context.depth,
      test: .current(testCase)
    )
  }
}
