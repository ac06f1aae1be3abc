/// A type that sums up rows, one at a time.
protocol RowCollector {
  /// - Parameters:
  ///   - row: A step, test or wait, whether it finished or not.
  ///   - step: Its failed attempts.
  mutating func add(_ row: Row, of step: OpenStep)

  mutating func endOfInput()
}

extension RowCollector {
  mutating func endOfInput() {}
}
