internal import Foundation

/// A day in UTC, written as `2026-12-04`.
public enum Day {
  public static var today: String { Int64.now.asDay }
}

extension Int64 {
  /// Whether these milliseconds of Unix time are a plausible date; a clock that was never set begins in 1970.
  var isDated: Bool { self >= 1_000_000_000_000 }

  /// This instant, in milliseconds of Unix time.
  static var now: Int64 { Int64(Date().timeIntervalSince1970 * 1_000) }

  /// Tomorrow at this time, in milliseconds of Unix time.
  static var inOneDay: Int64 { now + 86_400_000 }

  var asDate: Date { Date(timeIntervalSince1970: Double(self) / 1_000) }

  /// Such as `2026-12-04`, in UTC.
  var asDay: String { asDate.formatted(.iso8601.year().month().day()) }

  /// Such as `2026-12-04 10:00:07`, in UTC.
  var asInstant: String {
    asDate.formatted(.iso8601.year().month().day().dateTimeSeparator(.space).time(includingFractionalSeconds: false))
  }
}

extension Int64 {
  /// The sum, limited to the range of the type, because a hostile row must not end the report.
  func adding(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }
}

extension Sequence where Element == Int64 {
  /// The sum of all, limited to the range of the type.
  var sum: Int64 { reduce(0) { $0.adding($1) } }
}
