public import Foundation

/// A failed attempt of a step, with its cause.
public struct FailedAttempt: Sendable {
  /// The reason why an attempt failed.
  public enum Cause: Sendable {
    /// The success condition was false or `nil`.
    case condition
    /// The main action or the condition threw an error.
    case error(any Error)
    /// A time limit was reached; the value is the time that the canceled closure was given.
    case timedOut(after: Duration)
    /// Assertions or inner steps failed; each issue is a text such as `File.swift:12: message`.
    case issues([String])
  }

  /// The number of the attempt: 1 for the first attempt of the step.
  public var number: Int { attempt.number }
  /// The number of retries left; a very large number if only a time limit bounds the step.
  public var retriesRemaining: Int { attempt.retriesRemaining }
  /// The reason why the attempt failed.
  public let cause: Cause
  /// The innermost step that did not succeed; of several, the first that failed the attempt, or else the first.
  let innermostFailure: StepFailure?
  /// The duration of the attempt, including the wait for its condition.
  public let elapsed: Duration
  /// The name of the step.
  public var actionDescription: String { step.name }
  /// The path of the file that calls the step.
  public var file: String { step.callSite.path }
  /// The line number of the call.
  public var line: UInt { step.callSite.line }

  let step: Step
  let attempt: Attempt
  let attachments: AttemptAttachments
  let start: Duration
  let ranAction: Bool
  /// Whether it succeeded but counts as failed because of `AUTO_RETRY_REHEARSE`.
  let isRehearsal: Bool
  let condition: Condition
  /// Whether one of its issues is the failure of an inner step, which names its own causes.
  let hasFailureOfStep: Bool
  let ownIssues: [String]
  /// The text of an error that was thrown after the issues, or after a time limit was reached.
  let thrown: String?
  let reachedLimit: TimeLimit?

  /// What the attempt found out about its condition.
  struct Condition: Sendable {
    let time: Duration
    /// `nil` if the condition was met, or was not checked.
    let checks: ConditionChecks?
    /// The value that was refused, in words.
    let rejectedValue: String?
    /// The values that the last check noted, in words.
    let seen: String
    /// The limit that ended the attempt or its wait for the condition, in words.
    let limit: String?
  }

  /// The time that the condition had to stay true; `nil` if it was never true.
  var stableFor: Duration? { condition.checks?.wasTrue == true ? step.policy.stableFor : nil }

  var hasThrowingChecks: Bool { condition.checks.map { $0.error != nil && $0.count > 1 } ?? false }

  /// What the action returned, in words, if that alone failed the attempt, so that no further check could help.
  var failingAnswer: String? {
    guard let value = condition.rejectedValue else { return nil }
    if value.hasPrefix("nil") { return "The value was \(value)" }
    return step.hasCondition ? "The action returned \(value)" : nil
  }

  /// Whether the condition was checked only once, without a timeout, and did not wait by itself.
  var checksOnce: Bool {
    guard case .condition = cause, ranAction, condition.checks?.count == 1, failingAnswer == nil else { return false }
    return step.policy.conditionTimeout == .zero && condition.time < .seconds(1)
  }

  /// Whether the action returned a `Bool` that was `false`, and that alone failed the attempt.
  var returnedFalse: Bool { step.hasCondition && condition.rejectedValue == "false" }

  /// Whether the action alone took the time of the step.
  func hasSlowAction(for limit: Duration) -> Bool { ranAction && elapsed - condition.time >= limit }

  var hasOnlyOwnIssues: Bool {
    if case .issues(let all) = cause { ownIssues.count == all.count } else { false }
  }

  /// The issue that the text of the cause already names.
  var namedIssue: String? {
    if case .issues = cause { ownIssues.first } else { nil }
  }
}

/// An attempt that failed, or that made its step recover, with the means to attach files to it.
public struct AttemptEvidence: Sendable {
  /// The name of the step.
  public var actionDescription: String { step.name }
  /// The number of the attempt: 1 for the first attempt of the step.
  public let number: Int
  /// The failed attempt; `nil` if this is the attempt that made the step recover.
  public let failure: FailedAttempt?
  let step: Step
  let attachments: AttemptAttachments

  /// Attaches a file, such as a screenshot or a log of the app, to the attempt.
  ///
  /// Call it before ``TargetedAutoRetry/collectEvidence(of:)`` returns. The file becomes an attachment of the test; in
  /// XCTest on Apple platforms, it is kept even if the test passes. XCTest on Linux has no attachments. With
  /// `AUTO_RETRY_REPORT`, the file is also stored next to the records. The HTML page of `retry-report` shows the files
  /// of the last failed attempt next to those of the attempt that succeeded, so give both the same names.
  ///
  /// A file may have up to 10 MB. A larger one is left out, the log says so, and the test continues.
  ///
  /// - Parameters:
  ///   - bytes: The contents of the file, such as the PNG data of a screenshot.
  ///   - name: The name of the file. Its extension determines the type: `.png`, `.jpg`, `.gif`, `.txt`, `.json`,
  ///     `.html`, `.xml` or `.mp4`.
  public func attach(_ bytes: some Collection<UInt8>, named name: String) {
    attachments.attach(AttachedFile(name: name, bytes: bytes))
  }

  /// Attaches text, such as the source of a page, to the attempt.
  ///
  /// - Parameters:
  ///   - text: The contents of the file, which is stored as UTF-8 and may have up to 10 MB.
  ///   - name: The name of the file, with its extension.
  public func attach(_ text: String, named name: String) {
    attach(text.utf8, named: name)
  }
}

/// What a step does after a failed attempt: it tries again, or it ends.
public enum RecoveryAction: Equatable, Sendable {
  /// Waits, runs the reset steps and tries again, if the policy allows another attempt.
  case retry
  /// Ends the step and those around it, for a reason that no retry can fix, such as "the app crashed".
  ///
  /// The test fails with this reason, even if `failTestOnFailure` is `false`; a step that returns a value throws it.
  case abort(String)
}

/// The error that a step which returns a value throws if no attempt succeeded.
public struct RetryExhausted: LocalizedError, CustomStringConvertible {
  let report: StepReport
  /// A message on one line: the call site, the number of attempts and their duration, and the first and last cause.
  public let description: String
  /// The causes of all attempts without measured values, to compare them with others.
  let key: String

  /// The description, which `localizedDescription` returns too.
  public var errorDescription: String? { description }
  /// The name of the step.
  public var actionDescription: String { report.step.name }
  /// The failed attempts in order: of more than 100, the first 50 and the last 50; empty if nothing ran.
  public var failedAttempts: [FailedAttempt] { report.failedAttempts }
  /// The duration of the step, including pauses.
  public var elapsed: Duration { report.elapsed }
  /// The path of the file that calls the step.
  public var file: String { report.step.callSite.path }
  /// The line number of the call.
  public var line: UInt { report.step.callSite.line }
}
