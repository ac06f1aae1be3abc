/// A type that sums up rows, one at a time.
protocol RowCollector {
  /// True if open steps keep their attempts for it, which takes memory.
  static var needsAttempts: Bool { get }

  /// - Parameter step: The step of the row: open if the row is an attempt, closed if the row is the step's own.
  mutating func add(_ row: Row, of step: inout OpenStep)

  /// - Parameter row: A finished wait.
  mutating func add(wait row: Row)

  /// The end of all rows; a process died in each open step.
  mutating func endOfInput(_ open: [OpenStep])
}
