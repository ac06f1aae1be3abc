internal import Foundation

/// A reason why a step or a test is flaky, and the number of times that the test may run again.
///
/// The reason must not be empty: it tells the next reader what is wrong. `bug` is the URL of a report. After the day
/// `expires`, such as `2027-03-31`, nothing is withheld and nothing is run again. A step has a reason too
/// (``RetryPolicy/because``); only ``RetryPolicy/retryAttempts`` limits its retries.
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
    if maxRetryCount < 1 {
      return PolicyProblem(argument: "maxRetryCount", value: "\(maxRetryCount)", accepted: "1 or more")
    }
    return problemOfExcuse
  }

  /// The argument that is invalid for a step, whose number of retries is set elsewhere.
  var problemOfExcuse: PolicyProblem? {
    if reason.allSatisfy(\.isWhitespace) {
      return PolicyProblem(argument: "reason", value: "\"\(reason)\"", accepted: "a text that says what is wrong")
    }
    if let bug, !Self.isLink(bug) {
      let accepted = "a URL that begins with https, http, rdar or radar"
      return PolicyProblem(argument: "bug", value: "\"\(bug)\"", accepted: accepted)
    }
    if let expires, Self.lastDay(expires) == nil {
      return PolicyProblem(argument: "expires", value: "\"\(expires)\"", accepted: "a date such as 2027-03-31")
    }
    return nil
  }

  var expiry: String { "\(expires ?? ""), \(text)" }

  /// The reason on one line, with the URL of the bug.
  var text: String { reason.onOneLine + (bug.map { " (\($0))" } ?? "") }

  /// True if the last day is over; the day is in UTC, so that it is the same on every machine.
  func isExpired(at now: Date) -> Bool {
    guard let expires, let lastDay = Self.lastDay(expires) else { return false }
    return now >= lastDay.addingTimeInterval(24 * 60 * 60)
  }

  /// The start of the day, if the text is exactly an existing day.
  private static func lastDay(_ text: String) -> Date? {
    let formatter = ISO8601DateFormatter()
    formatter.formatOptions = [.withFullDate]
    guard let day = formatter.date(from: text), formatter.string(from: day) == text else { return nil }
    return day
  }

  /// True for a URL that is safe to follow: reports show it as a link.
  private static func isLink(_ text: String) -> Bool {
    guard !text.contains(where: { $0.isWhitespace || $0.isNewline }), let url = URL(string: text) else { return false }
    switch url.scheme?.lowercased() {
    case "https", "http": return url.host?.isEmpty == false
    case "rdar", "radar": return true
    default: return false
    }
  }
}
