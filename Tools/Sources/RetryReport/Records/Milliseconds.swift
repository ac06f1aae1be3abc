internal import Foundation

extension Int64 {
  /// True if these milliseconds of Unix time are an instant at which tests ran; a clock that was never set begins with
  /// 1970.
  var isDated: Bool { self >= 1_000_000_000_000 }

  /// Tomorrow at this time, in milliseconds of Unix time.
  static var inOneDay: Int64 { Int64(Date().timeIntervalSince1970 * 1_000) + 86_400_000 }

  /// The instant of these milliseconds of Unix time.
  var asDate: Date { Date(timeIntervalSince1970: Double(self) / 1_000) }

  /// The day of these milliseconds of Unix time.
  var asDay: String { Day.text(asDate) }
}

extension Int64 {
  /// The sum, or the nearest number there is, because a hostile row must not end the report.
  func adding(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }
}

extension Sequence where Element == Int64 {
  /// The sum of all, or the nearest number there is.
  var sum: Int64 { reduce(0) { $0.adding($1) } }
}
