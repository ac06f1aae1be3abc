internal import Foundation

/// A day in UTC, written as `2026-12-04`.
public enum Day {
  public static var today: String { text(Date()) }

  static func text(_ date: Date) -> String { date.formatted(.iso8601.year().month().day()) }
}
