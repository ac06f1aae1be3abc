/// What a driver returns.
struct StepResult<Value> {
  let end: StepEnd
  /// What the operation returned in the last attempt, if it did.
  let value: Value?
  /// All that can be said of the step; nil where it passed and nobody asked.
  var report: StepReport?
}
