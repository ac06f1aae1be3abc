/// A failed attempt, with its cause.
public struct FailedAttempt: Sendable {
  /// The reason why an attempt failed.
  public enum Cause: Sendable {
    /// The success condition was false or nil.
    case condition
    /// The main action or the condition threw.
    case error(any Error)
    /// It was cancelled after ``RetryPolicy/attemptTimeLimit``.
    case timedOut(after: Duration)
    /// Assertions failed, or inner steps did: each issue as `File.swift:12: message`.
    case issues([String])
  }

  /// An inner step that did not succeed.
  public struct InnerFailure: Equatable, Sendable {
    /// The name of the step.
    public let actionDescription: String
    /// The path of the file in which the step is called.
    public let file: String
    /// The line at which the step is called.
    public let line: UInt
    /// The cause of its last attempt, on one line.
    public let cause: String
    /// The cause without measured times.
    let timelessCause: String
  }

  /// 1 for the first attempt of the step.
  public var number: Int { facts.attempt.number }
  /// The number of retries that the policy still allows.
  public var retriesRemaining: Int { facts.attempt.retriesRemaining }
  /// The reason why it failed.
  public internal(set) var cause: Cause
  /// The innermost step in the attempt that did not succeed, if there is one; of several, the first that failed the
  /// attempt, or else the first.
  ///
  /// With inner steps that are only logged (`failTestOnFailure: false`), the ``cause`` is only that the success
  /// condition was false. This step shows the place of the failure.
  public internal(set) var innermostFailure: InnerFailure?
  /// The time that the attempt took.
  public var elapsed: Duration { facts.elapsed }
  /// The name of the step.
  public var actionDescription: String { step.name }
  /// The path of the file in which the step is called.
  public var file: String { step.callSite.path }
  /// The line at which the step is called.
  public var line: UInt { step.callSite.line }

  let facts: AttemptFacts
  /// Nil if nothing was recorded in it.
  var ownIssueFacts: OwnIssueFacts?
  /// The limit that ended the wait for the condition or the attempt, if one did.
  var limit: String?
  /// True for a call on the test, in place of an object that declares no hook; it is not passed on again.
  var isHandedOn = false

  /// The answer of the test's hook, for an object that declares none.
  func answerOfTest() -> RecoveryAction {
    guard !isHandedOn, let test = facts.attachments.testObject() else { return .retry }
    var attempt = self
    attempt.isHandedOn = true
    return test.recoveryAction(after: attempt)
  }

  /// Its issues, except those of inner steps.
  var ownIssues: [String] { ownIssueFacts?.issues ?? [] }

  /// True if its own issues failed it, and no inner step did.
  var hasOnlyOwnIssues: Bool {
    if case .issues(let all) = cause { ownIssues.count == all.count } else { false }
  }

  /// The own issue that the text of the cause names.
  var namedIssue: String? {
    if case .issues = cause { ownIssues.first } else { nil }
  }

  var attempt: Attempt { facts.attempt }
  var step: Step { facts.step }
}

/// The issues of an attempt, except those of inner steps; an object, because most attempts have none.
final class OwnIssueFacts: Sendable {
  let issues: [String]
  /// The text of an error that was thrown after the issues.
  let thrown: String?

  init(_ issues: [String], thrown: String?) {
    (self.issues, self.thrown) = (issues, thrown)
  }
}

/// The facts about a failed attempt; an object, because it is passed on often.
final class AttemptFacts: Sendable {
  /// The looks at a condition, if some of them threw.
  struct ThrowingLooks: Sendable {
    let all: Int
    let throwing: Int
    let lastError: any Error
  }

  let attempt: Attempt
  let step: Step
  let attachments: StepAttachments
  /// The instant at which the attempt began.
  let start: Duration
  let elapsed: Duration
  /// True if it succeeded and counts as failed for the rehearsal.
  let isRehearsal: Bool
  /// True if the main action ran.
  let ranAction: Bool
  /// The time that the condition was evaluated.
  let conditionTime: Duration
  /// The errors of the condition in an attempt that went on.
  let throwingLooks: ThrowingLooks?
  /// The value that `until` rejected, in the forms that return one.
  let rejectedValue: String?
  /// The time that the condition had to stay true; nil if it never was true.
  let stableFor: Duration?

  init(
    _ attempt: Attempt,
    of step: Step,
    _ attachments: StepAttachments,
    start: Duration,
    elapsed: Duration,
    isRehearsal: Bool,
    ranAction: Bool,
    conditionTime: Duration,
    throwingLooks: ThrowingLooks?,
    rejectedValue: String?,
    stableFor: Duration?
  ) {
    self.attempt = attempt
    self.step = step
    self.attachments = attachments
    self.start = start
    self.elapsed = elapsed
    self.isRehearsal = isRehearsal
    self.ranAction = ranAction
    self.conditionTime = conditionTime
    self.throwingLooks = throwingLooks
    self.rejectedValue = rejectedValue
    self.stableFor = stableFor
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
  /// The name of the step.
  public let actionDescription: String
  /// Every attempt in order, each with its cause; empty if nothing was run.
  public let failedAttempts: [FailedAttempt]
  /// The time that the step took, waits included.
  public let elapsed: Duration
  /// The path of the file in which the step is called.
  public let file: String
  /// The line at which the step is called.
  public let line: UInt
  /// The message on one line: the place of the call, the number and the time of the attempts, the first and the last
  /// cause.
  public let description: String
}
