/// A type that sums up rows, one at a time.
protocol RowCollector {
  /// - Parameters:
  ///   - row: A finished step, test or wait.
  ///   - step: Its failed attempts.
  mutating func add(_ row: Row, of step: OpenStep)

  /// Ends the input.
  ///
  /// - Parameter died: The steps and waits in which a process died, each with the row of its first attempt.
  mutating func endOfInput(_ died: [(first: Row, step: OpenStep)])
}
