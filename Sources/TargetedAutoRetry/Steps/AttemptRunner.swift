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

  /// - Parameter start: When the condition of this attempt was evaluated first.
  func conditionEvaluated(_ isMet: Bool, since start: Duration) -> RetryEngine.ConditionAction
}
