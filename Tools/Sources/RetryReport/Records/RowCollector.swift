/// A type that sums up rows, one at a time.
protocol RowCollector {
  /// - Parameters:
  ///   - row: A failed attempt, or a finished step or wait.
  ///   - step: The step of the row, with its failed attempts.
  mutating func add(_ row: Row, of step: OpenStep)

  /// Ends the input.
  ///
  /// - Parameter died: The steps in which a process died, each with the row of its first attempt.
  mutating func endOfInput(_ died: [(first: Row, step: OpenStep)])
}
