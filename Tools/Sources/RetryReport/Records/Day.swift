internal import Foundation

/// A day in UTC, written as `2026-12-04`.
public enum Day {
  /// The current day.
  public static var today: String { text(Date()) }

  /// True if a text is a day of the calendar, written as one.
  public static func isDay(_ text: String) -> Bool {
    text.wholeMatch(of: /[0-9]{4}-[0-9]{2}-[0-9]{2}/) != nil && day(0, after: text) == text
  }

  /// The day that comes so many days after another; nil if that is none.
  static func day(_ count: Int, after day: String) -> String? {
    guard let start = try? Date(day, strategy: .iso8601.year().month().day()) else { return nil }
    return text(start.addingTimeInterval(Double(count) * 86_400))
  }

  static func text(_ date: Date) -> String { date.formatted(.iso8601.year().month().day()) }
}
