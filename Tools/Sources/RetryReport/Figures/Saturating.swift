extension Int64 {
  /// The sum, or the nearest number there is: a hostile row must not end the report.
  func adding(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }
}

extension Sequence where Element == Int64 {
  /// The sum of all, or the nearest number there is.
  var sum: Int64 { reduce(0) { $0.adding($1) } }
}
