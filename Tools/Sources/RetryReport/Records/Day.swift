internal import Foundation

/// A day in UTC, written as `2026-12-04`.
public enum Day {
  /// The day that it is.
  public static var today: String { text(Date()) }

  /// Whether a text is written as a day.
  public static func isDay(_ text: String) -> Bool { text.wholeMatch(of: /\d{4}-\d{2}-\d{2}/) != nil }

  fileprivate static func text(_ date: Date) -> String { date.formatted(.iso8601.year().month().day()) }
}

extension Int64 {
  /// The instant that these milliseconds of Unix time are.
  var asDate: Date { Date(timeIntervalSince1970: Double(self) / 1_000) }

  /// The day that these milliseconds of Unix time are on.
  var asDay: String { Day.text(asDate) }
}
