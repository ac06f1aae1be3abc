/// An attempt that did not succeed, and why.
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

  /// A step inside of an attempt that did not succeed.
  public struct InnerFailure: Equatable, Sendable {
    /// The name of the step.
    public let actionDescription: String
    /// The path of the file in which the step is called.
    public let file: String
    /// The line at which the step is called.
    public let line: UInt
    /// The cause of its last attempt, on one line.
    public let cause: String
    /// The same as the records say it, and without measured times.
    let recordedCause, timelessCause: String
  }

  /// 1 for the first attempt of the step.
  public var number: Int { facts.attempt.number }
  /// The number of retries that the policy still allows.
  public var retriesRemaining: Int { facts.attempt.retriesRemaining }
  /// The reason why it failed.
  public internal(set) var cause: Cause
  /// The innermost step in the attempt that did not succeed, where there was one; of several side by side the first.
  ///
  /// With inner steps that are only logged (`failTestOnFailure: false`) this is where the attempt went wrong, although
  /// the ``cause`` is only that the success condition was false.
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
  /// Those of its issues that no step inside has left.
  var ownIssues: [String] = []
  /// The limit that ended the wait for the condition or the attempt, if one did.
  var limit: String?
  /// True when the hook of the test is asked, for an object that declares none: nobody is asked after it.
  var isHandedOn = false

  /// The answer of the test, for an object that declares no hook; the test itself has nobody else to ask.
  func answerOfTest() -> RecoveryAction {
    guard !isHandedOn, let test = facts.attachments.testObject() else { return .retry }
    var attempt = self
    attempt.isHandedOn = true
    return test.recoveryAction(after: attempt)
  }

  var attempt: Attempt { facts.attempt }
  var step: Step { facts.step }
}

/// What is certain of an attempt that has failed; an object, because much hands it on.
final class AttemptFacts: Sendable {
  /// The evaluations of a condition of which some threw.
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
  /// True if it succeeded, and only counts as failed.
  let isRehearsal: Bool
  /// True if the main action ran in it.
  let ranAction: Bool
  /// The time that the condition was evaluated.
  let conditionTime: Duration
  /// What was thrown when the condition was evaluated, where that happened in an attempt that went on.
  let throwingLooks: ThrowingLooks?
  /// The value that `until` rejected, in the forms that return one.
  let rejectedValue: String?
  /// The time that the condition should have stayed true; nil where it never was.
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

/// The answer to a failed attempt, of ``TargetedAutoRetry/recoveryAction(after:)``.
public enum RecoveryAction: Equatable, Sendable {
  /// Go on: wait, reset and try again, if the policy allows another attempt.
  case retry
  /// Stop, for a reason that no retry can mend, such as "the app crashed".
  ///
  /// The test fails with the reason, whatever `failTestOnFailure` says, and the steps around this one stop as well.
  case abort(String)
}

/// No attempt of a value-returning step succeeded.
public struct RetryExhausted: Error, CustomStringConvertible {
  /// The name of the step.
  public let actionDescription: String
  /// Every attempt in order, each with its cause; empty where nothing was run.
  public let failedAttempts: [FailedAttempt]
  /// The time that the step took, waits included.
  public let elapsed: Duration
  /// The path of the file in which the step is called.
  public let file: String
  /// The line at which the step is called.
  public let line: UInt
  /// What happened, how many attempts there were, how long they took, and why the first and the last failed, with the
  /// place of the call: all on one line.
  public let description: String
}
