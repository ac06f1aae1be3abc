/// A failed attempt, with its cause.
public struct FailedAttempt: Sendable {
  /// The reason why an attempt failed.
  public enum Cause: Sendable {
    /// The success condition was false or nil.
    case condition
    /// The main action or the condition threw.
    case error(any Error)
    /// A limit of the wait, the attempt or the step has cancelled what had run for that time.
    case timedOut(after: Duration)
    /// Assertions failed, or inner steps did: each issue as `File.swift:12: message`.
    case issues([String])
  }

  struct InnerFailure: Sendable {
    let step: Step
    let cause: String
    let key: String
  }

  /// 1 for the first attempt of the step.
  public var number: Int { attempt.number }
  /// The number of retries that the policy still allows; a huge one if time alone bounds the step.
  public var retriesRemaining: Int { attempt.retriesRemaining }
  /// The reason why it failed.
  public let cause: Cause
  /// The innermost step in the attempt that did not succeed, if there is one; of several, the first that failed the
  /// attempt, or else the first.
  let innermostFailure: InnerFailure?
  /// The time that the attempt took.
  public let elapsed: Duration
  /// The name of the step.
  public var actionDescription: String { step.name }
  /// The path of the file in which the step is called.
  public var file: String { step.callSite.path }
  /// The line at which the step is called.
  public var line: UInt { step.callSite.line }

  let step: Step
  let attempt: Attempt
  let attachments: AttemptAttachments
  let start: Duration
  let ranAction: Bool
  /// True if it succeeded and counts as failed for the rehearsal.
  let isRehearsal: Bool
  let conditionTime: Duration
  let looks: ConditionLooks?
  let rejectedValue: String?
  /// The values that the last look at the condition noted, in words.
  let seen: String
  /// The limit that ended the wait for the condition or the attempt, if one did.
  let limit: String?
  /// True if the failure of an inner step is among its issues; that has the causes.
  let hasFailureOfStep: Bool
  let ownIssues: [String]
  /// The words of the issue that the cause names.
  let firstIssue: [String]
  /// The text of an error that was thrown after the issues.
  let thrown: String?

  /// The time that the condition had to stay true; nil if it never was true.
  var stableFor: Duration? { looks?.wasTrue == true ? step.policy.stableFor : nil }

  var hasThrowingLooks: Bool { looks?.error != nil && (looks?.count ?? 0) > 1 }

  /// True if it failed by a condition that no time is given to, and that does not wait by itself.
  var looksOnce: Bool {
    guard case .condition = cause, !step.isWait, looks?.count == 1 else { return false }
    return step.policy.conditionTimeout == .zero && conditionTime < .seconds(1)
  }

  var hasOnlyOwnIssues: Bool {
    if case .issues(let all) = cause { ownIssues.count == all.count } else { false }
  }

  /// The own issue that the text of the cause names.
  var namedIssue: String? {
    if case .issues = cause { ownIssues.first } else { nil }
  }
}

/// An attempt that failed or that made its step recover, to attach files to.
public struct AttemptEvidence: Sendable {
  /// The name of the step.
  public var actionDescription: String { step.name }
  /// 1 for the first attempt of the step.
  public let number: Int
  /// The failure; nil for the attempt that made the step recover.
  public let failure: FailedAttempt?
  let step: Step
  let attachments: AttemptAttachments

  /// Attaches a screenshot, a page source or a log of the application to the attempt.
  ///
  /// Call it before ``TargetedAutoRetry/collectEvidence(of:)`` returns. The file goes to the report of the test: on
  /// Apple platforms as an attachment of XCTest that is kept although the test passes, in Swift Testing as an
  /// attachment of the test. XCTest on Linux has no attachments. With `AUTO_RETRY_REPORT` it is also a file beside the
  /// records. The HTML page of `retry-report` shows the files of the last failed attempt beside those of the one that
  /// worked: give them the same names.
  ///
  /// A file has at most 10 MB, an attempt at most 8 files. Files beyond these limits are left out, the log says so, and
  /// the test goes on.
  ///
  /// - Parameters:
  ///   - bytes: The contents of the file, such as the `Data` of a picture.
  ///   - name: The name of the file. Its extension gives the type: `.png`, `.jpg`, `.gif`, `.txt`, `.json`, `.html`,
  ///     `.xml`, `.mp4`.
  public func attach(_ bytes: some Collection<UInt8>, named name: String) {
    attachments.attach(AttachedFile(name: name, bytes: bytes))
  }

  /// Attaches a text, such as the source of a page.
  public func attach(_ text: String, named name: String) {
    attach(text.utf8, named: name)
  }
}

/// The result of ``TargetedAutoRetry/recoveryAction(after:)`` for a failed attempt.
public enum RecoveryAction: Equatable, Sendable {
  /// Continues: waits, resets and tries again, if the policy allows another attempt.
  case retry
  /// Stops, for a reason that no retry can cure, such as "the app crashed".
  ///
  /// The test fails with the reason, whatever `failTestOnFailure` says, and the steps around this one stop as well.
  case abort(String)
}

/// No attempt of a value-returning step succeeded.
public struct RetryExhausted: Error, CustomStringConvertible {
  let report: StepReport
  /// The message on one line: the place of the call, the number and the time of the attempts, the first and the last
  /// cause.
  public let description: String
  /// Tells the causes of all attempts from others.
  let key: String

  /// The name of the step.
  public var actionDescription: String { report.step.name }
  /// Every attempt in order, each with its cause, or the first and the last 50; empty if nothing was run.
  public var failedAttempts: [FailedAttempt] { report.failedAttempts }
  /// The time that the step took, waits included.
  public var elapsed: Duration { report.elapsed }
  /// The path of the file in which the step is called.
  public var file: String { report.step.callSite.path }
  /// The line at which the step is called.
  public var line: UInt { report.step.callSite.line }
}
