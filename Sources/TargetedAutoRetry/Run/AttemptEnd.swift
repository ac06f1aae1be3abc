/// How an attempt has ended, or its late check or its reset steps.
///
/// A driver tells the run what it saw, and the run adds what was recorded meanwhile.
struct AttemptEnd {
  /// True if the condition came true.
  var isMet = false
  /// The looks that did not see the condition met.
  var looks: ConditionLooks?
  /// The instant at which the looks began.
  var lookStart: Duration?
  var error: (any Error)?
  /// True if the error means *stop*.
  var isStopped = false
  /// The limit that has cancelled it.
  var timeLimit: TimeLimit?
  var issues: [TestIssue] = []
  /// The reasons for the failure of a part that did not throw: its issues, or an inner step that was aborted.
  var reasons: [String] = []
  var innermostFailure: FailedAttempt.InnerFailure?
  /// The values that the last look noted.
  var seen: [NotedValue] = []

  var hasSucceeded: Bool { isMet && reasons.isEmpty }

  /// True if nothing but the condition has failed the attempt.
  var failedByCondition: Bool { looks != nil && reasons.isEmpty }

  /// The error that was thrown, or that the last look at the condition threw.
  private var lastError: (any Error)? { error ?? (looks?.lastThrew == true ? looks?.error : nil) }

  /// The error of an attempt that also recorded issues, unless it stands for one of them.
  var errorBesideIssues: (any Error)? {
    guard !issues.isEmpty, !isStopped, let error = lastError, !error.standsForIssue else { return nil }
    return (error as? RetryExhausted)?.report.failsTest == true ? nil : error
  }

  /// Nil if the condition was merely false.
  var cause: FailedAttempt.Cause? {
    if let timeLimit { return .timedOut(after: timeLimit.time) }
    return reasons.isEmpty ? lastError.map(FailedAttempt.Cause.error) : .issues(reasons)
  }

  var ownReasons: [String] {
    guard issues.contains(where: \.isOwn) else { return reasons }
    return issues.filter { !$0.isOwn }.map(\.text) + reasons.dropFirst(issues.count)
  }
}
