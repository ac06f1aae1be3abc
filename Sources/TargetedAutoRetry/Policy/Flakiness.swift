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
  var reason: String {
    switch self {
    case .fixable(let reason, _, _), .notFixable(let reason, _, _, _): reason
    }
  }

  var maxRetryCount: Int {
    switch self {
    case .fixable: 1
    case .notFixable(_, let count, _, _): count
    }
  }

  var isFixable: Bool {
    if case .fixable = self { true } else { false }
  }

  var bug: String? {
    switch self {
    case .fixable(_, let bug, _), .notFixable(_, _, let bug, _): bug
    }
  }

  var expires: String? {
    switch self {
    case .fixable(_, _, let expires), .notFixable(_, _, _, let expires): expires
    }
  }

  var problem: PolicyProblem? {
    PolicyProblem(unless: maxRetryCount >= 1, "maxRetryCount", maxRetryCount, "1 or more") ?? problemOfExcuse
  }

  /// The argument that is invalid for a step, whose number of retries is set elsewhere.
  var problemOfExcuse: PolicyProblem? {
    let hasReason = !reason.allSatisfy(\.isWhitespace)
    return PolicyProblem(unless: hasReason, "reason", "\"\(reason)\"", "a text that says what is wrong")
      ?? bug.flatMap {
        PolicyProblem(unless: Self.isLink($0), "bug", "\"\($0)\"", "a URL that begins with https, http, rdar or radar")
      }
      ?? expires.flatMap {
        let accepted = "a date with a year of four digits, such as 2027-03-31"
        return PolicyProblem(unless: Day($0) != nil, "expires", "\"\($0)\"", accepted)
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
    guard !text.contains(where: \.isWhitespace), let url = URL(string: text) else { return false }
    switch url.scheme?.lowercased() {
    case "https", "http": return url.host?.isEmpty == false
    case "rdar", "radar": return true
    default: return false
    }
  }
}

/// A day of the calendar, in UTC.
struct Day: Sendable {
  private let end: Date

  /// - Parameter text: Exactly an existing day, with a year of four digits, such as `2027-03-31`.
  init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    // Digits, because a number may also have a sign.
    let numbers = parts.compactMap { $0.allSatisfy(\.isASCIIDigit) ? Int32($0) : nil }
    guard parts.map(\.count) == [4, 2, 2], numbers.count == 3 else { return nil }
    var day = tm()
    (day.tm_year, day.tm_mon, day.tm_mday) = (numbers[0] - 1_900, numbers[1] - 1, numbers[2])
    let start = timegm(&day)
    // A day that does not exist has become one of another month.
    guard day.tm_mon == numbers[1] - 1 else { return nil }
    end = Date(timeIntervalSince1970: TimeInterval(start + 24 * 60 * 60))
  }

  func isOver(at now: Date) -> Bool { now >= end }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}
