/// Who runs an attempt: the quiet beginning of a step, or its full run.
protocol AttemptRunner {
  var timekeeper: Timekeeper { get }

  /// Tells the sinks what happened, or that a part of the step begins.
  func tell(_ kind: @autoclosure () -> RetryEvent.Kind)

  /// Tells the sinks that a part of the step begins, and runs it.
  func perform<Value, Failure>(
    _ part: @autoclosure () -> RetryEvent.Kind,
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value

  /// - Parameters:
  ///   - looks: What was seen of the condition in this attempt.
  ///   - isCut: Whether the wait for it is ended from outside.
  func conditionEvaluated(_ isMet: Bool, _ looks: inout ConditionLooks, isCut: Bool) -> RetryEngine.ConditionAction
}

extension AttemptRunner {
  /// Keeps the thread for a while.
  ///
  /// On Apple's platforms its events go on, and what they run is none of the attempt's.
  func block(_ duration: Duration) {
    Surroundings.$current.withValue(Surroundings.current.outsideOfTest) { timekeeper.block(duration) }
  }
}
