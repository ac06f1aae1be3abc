/// What a driver returns.
struct StepResult<Value> {
  let report: StepReport
  /// What the operation returned in the last attempt, if it did.
  let value: Value?
}
