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
    return invalid("expires", "\"\(expires)\"", "a date with a year of four digits, such as 2027-03-31")
  }

  var expiry: String { "\(expires ?? ""), \(text)" }

  var text: String { reason.onOneLine + (bug.map { " (\($0.onOneLine))" } ?? "") }

  func isExpired(at now: Date) -> Bool { end.map { $0 <= now.timeIntervalSince1970 } ?? false }

  /// The end of its last day in UTC, in seconds of Unix time; nil unless that is an existing day, such as 2027-03-31.
  private var end: Double? {
    guard let expires, expires.utf8.count == 10 else { return nil }
    var date = tm()
    for (index, byte) in expires.utf8.enumerated() {
      let digit = Int32(byte) - 0x30
      switch index {
      case 4, 7: if byte != UInt8(ascii: "-") { return nil }
      case _ where !(0...9).contains(digit): return nil
      case ..<4: date.tm_year = date.tm_year * 10 + digit
      case ..<7: date.tm_mon = date.tm_mon * 10 + digit
      default: date.tm_mday = date.tm_mday * 10 + digit
      }
    }
    // Of the system, which counts years from 1900, and months from 0.
    (date.tm_year, date.tm_mon) = (date.tm_year - 1900, date.tm_mon - 1)
    let (month, day) = (date.tm_mon, date.tm_mday)
    let start = timegm(&date)
    // February 30 has become March 2.
    return (date.tm_mon, date.tm_mday) == (month, day) ? Double(start + 24 * 60 * 60) : nil
  }
}
