/// A type that sums up rows, one at a time.
protocol RowCollector {
  /// - Parameter step: The step of the row: open if the row is an attempt, finished if the row is the step's own.
  mutating func add(_ row: Row, of step: OpenStep)

  /// - Parameter row: A finished wait.
  mutating func add(wait row: Row)

  /// Ends the input; in each open step a process died.
  mutating func endOfInput(_ open: [OpenStep])
}
