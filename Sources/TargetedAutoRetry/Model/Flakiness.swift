internal import Foundation

/// A reason why a part of a test is flaky, and the number of times that the test may run again for it.
///
/// The reason must not be empty: the next reader should know what is wrong. `bug` is the URL of a report; after the
/// day `expires`, such as `2027-03-31`, nothing is withheld and nothing is run again.
public enum Flakiness: Equatable, Sendable {
  /// It can be fixed, and should be: the test runs again once.
  case fixable(reason: String, bug: String? = nil, expires: String? = nil)
  /// It cannot be fixed here: the test runs again up to `maxRetryCount` times, 1 or more.
  case notFixable(reason: String, maxRetryCount: Int = 1, bug: String? = nil, expires: String? = nil)
}

/// Another name of ``Flakiness``, for types that have that name for something of their own.
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

  /// The argument that makes no sense: a sentence.
  var problem: String? {
    if reason.allSatisfy(\.isWhitespace) { return "A flaky scope needs a reason, and this one is empty." }
    if maxRetryCount < 1 { return "maxRetryCount is \(maxRetryCount), and must be 1 or more." }
    if let bug, !Self.isLink(bug) {
      return "bug is \"\(bug)\", and must be a URL that begins with https, http, rdar or radar."
    }
    if let expires, Self.lastDay(expires) == nil {
      return "expires is \"\(expires)\", and must be a date such as 2027-03-31."
    }
    return nil
  }

  /// True if its last day is over; in UTC, so that it is the same day on every machine.
  func isExpired(at now: Date) -> Bool {
    guard let expires, let lastDay = Self.lastDay(expires) else { return false }
    return now >= lastDay.addingTimeInterval(24 * 60 * 60)
  }

  /// The beginning of the day, if there is such a day and nothing but it is written.
  private static func lastDay(_ text: String) -> Date? {
    let formatter = ISO8601DateFormatter()
    formatter.formatOptions = [.withFullDate]
    guard let day = formatter.date(from: text), formatter.string(from: day) == text else { return nil }
    return day
  }

  /// Reports show it as a link, so it must be one that is safe to follow.
  private static func isLink(_ text: String) -> Bool {
    guard !text.contains(where: { $0.isWhitespace || $0.isNewline }), let url = URL(string: text) else { return false }
    switch url.scheme?.lowercased() {
    case "https", "http": return url.host?.isEmpty == false
    case "rdar", "radar": return true
    default: return false
    }
  }
}

/// All that can be said of a test with a flaky scope when it is over.
struct FlakyTestReport: Sendable {
  let flakiness: Flakiness
  /// The number of runs, and of those that were allowed.
  let runs: Int
  let maxRuns: Int
  let failed: Bool
  let wasSkipped: Bool
  /// The issue that failed the first run that was followed by another.
  let firstIssue: String
  /// The instant at which the first run began.
  let start: Duration
  let elapsed: Duration
  /// The time that the last run took.
  let lastRun: Duration

  /// A test that fails although it might run again has failed outside of its flaky scopes.
  var outcome: StepOutcome {
    if wasSkipped { return .aborted }
    if failed { return runs == maxRuns ? .exhausted : .aborted }
    return runs == 1 ? .passed : .recovered
  }

  /// The time spent on all runs but the one that passed; none where no run was followed by another.
  var tax: Duration {
    if runs == 1 { return .zero }
    return outcome.isSuccess ? elapsed - lastRun : elapsed
  }

  /// The last line of the log of a test that ran again; nil for one that did not, or was skipped then.
  var lastLine: String? {
    guard runs > 1, !wasSkipped else { return nil }
    return failed ? "♻️♻️♻️❌ [FLAKY] failed on re-run \(runs - 1)" : "♻️♻️♻️✅ [FLAKY] passed on re-run \(runs - 1)"
  }
}

/// A run of a whole test that failed in a flaky scope, and is followed by another.
struct FailedRun: Sendable {
  let attempt: Attempt
  let flakiness: Flakiness
  /// The issues that were withheld, each as `File.swift:12: message`.
  let issues: [String]
  /// The instant at which the run began.
  let start: Duration
  let elapsed: Duration
}
