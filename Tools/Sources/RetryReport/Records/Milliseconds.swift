internal import Foundation

/// A day in UTC, written as `2026-12-04`.
public enum Day {
  /// The current day.
  public static var today: String { text(Date()) }

  /// True if a text is written as a day.
  public static func isDay(_ text: String) -> Bool { text.wholeMatch(of: /\d{4}-\d{2}-\d{2}/) != nil }

  /// The day that comes so many days after another; nil if that is none.
  static func day(_ count: Int, after day: String) -> String? {
    guard let start = try? Date(day, strategy: .iso8601.year().month().day()) else { return nil }
    return text(start.addingTimeInterval(Double(count) * 86_400))
  }

  fileprivate static func text(_ date: Date) -> String { date.formatted(.iso8601.year().month().day()) }
}

extension Int64 {
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
