internal import Foundation

/// A reason why a step or a test is flaky, and the number of times that the test may run again.
///
/// The reason must not be empty: it tells the next reader what is wrong. `bug` is the URL of a report. After the day
/// `expires`, such as `2027-03-31` with a year of four digits, nothing is withheld and nothing is run again; the day is
/// in UTC, so that it is the same on every machine. A step has a reason too (``RetryPolicy/because``); only
/// ``RetryPolicy/retryAttempts`` limits its retries.
public enum Flakiness: Equatable, Sendable {
  /// It can be fixed, and should be: the test runs again once.
  case fixable(reason: String, bug: String? = nil, expires: String? = nil)
  /// It cannot be fixed here: the test runs again up to `maxRetryCount` times, 1 or more.
  case notFixable(reason: String, maxRetryCount: Int = 1, bug: String? = nil, expires: String? = nil)
}

/// An alias of ``Flakiness``, for modules with another type of that name.
public typealias TestFlakiness = Flakiness

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
    RetryPolicy.problem(unless: maxRetryCount >= 1, "maxRetryCount", maxRetryCount, "1 or more") ?? problemOfExcuse
  }

  /// The argument that is invalid for a step, whose number of retries is set elsewhere.
  var problemOfExcuse: String? {
    let hasReason = !reason.allSatisfy(\.isWhitespace)
    return RetryPolicy.problem(unless: hasReason, "reason", "\"\(reason)\"", "a text that says what is wrong")
      ?? bug.flatMap {
        RetryPolicy.problem(unless: Self.isLink($0), "bug", "\"\($0)\"", "a URL that begins with https, http, rdar or radar")
      }
      ?? expires.flatMap {
        let accepted = "a date with a year of four digits, such as 2027-03-31"
        return RetryPolicy.problem(unless: Day($0) != nil, "expires", "\"\($0)\"", accepted)
      }
  }

  /// The last day and the reason on one line.
  var expiry: String { "\(expires ?? ""), \(text)" }

  /// The reason on one line, with the URL of the bug.
  var text: String { reason.onOneLine + (bug.map { " (\($0))" } ?? "") }

  /// True if the last day is over.
  func isExpired(at now: Date) -> Bool {
    expires.flatMap(Day.init)?.isOver(at: now) ?? false
  }

  /// True for a URL that is safe to follow: reports show it as a link.
  private static func isLink(_ text: String) -> Bool {
    guard text.utf8.allSatisfy({ $0 > UInt8(ascii: " ") }) else { return false }
    let text = text.lowercased()
    if text.hasPrefix("rdar:") || text.hasPrefix("radar:") { return true }
    return ["https://", "http://"].contains { scheme in
      guard text.hasPrefix(scheme), let host = text.dropFirst(scheme.count).first else { return false }
      return host != "/"
    }
  }
}

/// A day of the calendar, in UTC.
struct Day: Sendable {
  private let end: Date

  /// - Parameter text: Exactly an existing day, with a year of four digits, such as `2027-03-31`.
  init?(_ text: String) {
    let bytes = Array(text.utf8)
    let dash = UInt8(ascii: "-")
    guard bytes.count == 10, bytes[4] == dash, bytes[7] == dash, let year = Self.number(bytes[..<4]),
      let month = Self.number(bytes[5..<7]), let dayOfMonth = Self.number(bytes[8...])
    else { return nil }
    var day = tm()
    (day.tm_year, day.tm_mon, day.tm_mday) = (year - 1_900, month - 1, dayOfMonth)
    let start = timegm(&day)
    // A day that does not exist has become one of another month.
    guard day.tm_mon == month - 1 else { return nil }
    end = Date(timeIntervalSince1970: TimeInterval(start + 24 * 60 * 60))
  }

  func isOver(at now: Date) -> Bool { now >= end }

  /// Nil if not all of them are digits.
  private static func number(_ bytes: ArraySlice<UInt8>) -> Int32? {
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    guard bytes.allSatisfy(digits.contains) else { return nil }
    return bytes.reduce(0) { 10 * $0 + Int32($1 - digits.lowerBound) }
  }
}
