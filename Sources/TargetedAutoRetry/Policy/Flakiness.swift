internal import Foundation

/// A reason why a step or a test is flaky, and the number of times that the test may run again.
///
/// The reason must not be empty: it tells the next reader what is wrong. `bug` is the link or the number of a report. After
/// the day `expires`, such as `2027-03-31` with a year of four digits, nothing is withheld and nothing is run again; the
/// day is in UTC, so that it is the same on every machine. A step has a reason too (``RetryPolicy/because``); only
/// ``RetryPolicy/retryAttempts`` limits its retries.
public enum Flakiness: Equatable, Sendable {
  /// It can be fixed, and should be: the test runs again once.
  case fixable(reason: String, bug: String? = nil, expires: String? = nil)
  /// It cannot be fixed here: the test runs again up to `maxRetryCount` times, 1 or more.
  case notFixable(reason: String, maxRetryCount: Int = 1, bug: String? = nil, expires: String? = nil)
}

extension Flakiness {
  private var values: (reason: String, maxRetryCount: Int, bug: String?, expires: String?) {
    switch self {
    case .fixable(let reason, let bug, let expires): (reason, 1, bug, expires)
    case .notFixable(let reason, let maxRetryCount, let bug, let expires): (reason, maxRetryCount, bug, expires)
    }
  }

  var reason: String { values.reason }
  var maxRetryCount: Int { values.maxRetryCount }
  var bug: String? { values.bug }
  var expires: String? { values.expires }

  var isFixable: Bool {
    if case .fixable = self { true } else { false }
  }

  var problem: String? {
    maxRetryCount < 1 ? invalid("maxRetryCount", maxRetryCount, "1 or more") : problemOfExcuse
  }

  /// The argument that is invalid for a step, whose number of retries is set elsewhere.
  var problemOfExcuse: String? {
    if reason.allSatisfy(\.isWhitespace) {
      return invalid("reason", "\"\(reason)\"", "a text that says what is wrong")
    }
    guard let expires, end == nil else { return nil }
    let hasForm = expires.wholeMatch(of: #/[0-9]{4}-[0-9]{2}-[0-9]{2}/#) != nil
    if hasForm { return "expires is \(expires), which is no day of the calendar." }
    return invalid("expires", "\"\(expires)\"", "a date with a year of four digits, such as 2027-03-31")
  }

  var expiry: String { "\(expires ?? ""), \(text)" }

  var text: String { reason.onOneLine + (bug.map { " (\($0.onOneLine))" } ?? "") }

  func isExpired(at now: Date) -> Bool { end.map { $0 <= now } ?? false }

  /// The end of its last day in UTC; nil unless that is exactly an existing day with a year of four digits.
  private var end: Date? {
    guard let day = expires else { return nil }
    return Self.ends.withLock { ends in
      if let known = ends[day] { return known }
      let end = Self.end(of: day)
      ends[day] = .some(end)
      return end
    }
  }

  /// The ends of the days so far: each step with an excuse asks, and Foundation takes long to read a day.
  private static let ends = Locked<[String: Date?]>([:])

  private static func end(of day: String) -> Date? {
    let style = Date.ISO8601FormatStyle().year().month().day()
    guard day.utf8.count == 10, let start = try? style.parse(day) else { return nil }
    return style.format(start) == day ? start + 24 * 60 * 60 : nil
  }
}
