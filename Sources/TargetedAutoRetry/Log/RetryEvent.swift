/// An event in a step.
///
/// The sinks turn events into log lines and records. Both drivers emit the same events for the same script.
struct RetryEvent: Sendable {
  enum Kind: Sendable {
    /// The main action is about to run.
    case mainAction(Attempt)
    /// The success condition is about to be evaluated.
    case successCondition(Attempt)
    /// The condition is about to be evaluated before the main action.
    case firstLook(Attempt)
    /// The condition was true before the main action, which does not run.
    case actionNotNeeded(Attempt)
    /// The condition of a wait is about to be evaluated, up to a limit.
    case waitBegins(limit: Duration)
    /// Indirect, as the other large ones, so that nested steps need less of the stack.
    indirect case attemptFailed(FailedAttempt, retrying: Bool)
    /// An issue of the attempt is withheld, because a retry follows.
    ///
    /// It is logged already if the cause of the attempt or an inner step has named it.
    case issueWithheld(String, Attempt, isLogged: Bool = false)
    /// An issue reaches the result at once, for a reason that may not be obvious.
    case issueNotWithheld(String, NotWithheld)
    /// An assertion of the attempt failed the test, which cannot withhold issues.
    case assertionNotWithheld
    /// A file was attached to a failed attempt.
    case attached(AttachedFile, path: String?, attempt: Int)
    case attachmentRefused(AttachedFile, AttachmentRefusal, attempt: Int)
    /// A synchronous step has a limit for its attempts, which cannot be enforced.
    case attemptTimeLimitHasNoEffect
    /// An attempt was cancelled, and has not ended after the same time again.
    case attemptIsOverdue(Attempt, after: Duration)
    /// A wait is about to begin.
    case wait(Duration, after: Attempt)
    /// After the wait the condition is about to be evaluated once more.
    case lateCheck(after: Attempt)
    /// The late check threw or recorded issues.
    indirect case lateCheckFailed(FailedAttempt)
    /// The reset steps are about to run.
    case resetSteps(after: Attempt)
    /// A repetition of a step that has passed is about to begin.
    case burnIn(Int, of: Int)
    /// All repetitions are done, with this result.
    case burnedIn(String)
    /// A step that is to be repeated has no reset steps.
    case burnInNeedsResetSteps
    case finished(StepReport)
    /// An error ended the step and goes to the caller.
    case stopped(StepReport, by: any Error)
    /// A run of a test with a flaky scope failed.
    case runFailed(FailedRun)
    /// A test with a flaky scope is over.
    case testEnded(FlakyTestReport)
    /// The last day of a flaky scope is over, so it withholds nothing.
    case flakyScopeExpired(Flakiness)
    /// The steps around this one multiply its attempts to too many.
    case nestIsLarge(attempts: Int)
  }

  /// The subject of an event.
  enum Subject: Sendable {
    case step(Step)
    /// A whole test, and its flaky scope that the event is about.
    case test(StepID, scope: CallSite?)
  }

  let kind: Kind
  let subject: Subject
  let test: RunningTest?
}

extension RetryEvent {
  /// Makes an event of a test.
  init(_ kind: Kind, ofTest test: RunningTest?, callSite: CallSite? = nil, id: StepID = .next()) {
    self.init(kind: kind, subject: .test(id, scope: callSite), test: test)
  }

  /// Nil for an event of a test.
  var step: Step? {
    if case .step(let step) = subject { step } else { nil }
  }

  /// The identity of the step or the test.
  var id: StepID {
    switch subject {
    case .step(let step): step.id
    case .test(let id, scope: _): id
    }
  }

  /// The name of the step or of the test.
  var name: String { step?.name ?? Step.name(test?.name) }

  /// The call of the step, or the flaky scope of the test.
  var callSite: CallSite? {
    switch subject {
    case .step(let step): step.callSite
    case .test(_, let scope): scope
    }
  }

  var parentID: StepID? { step?.parentID }
  var depth: Int { step?.depth ?? 0 }
  /// The repetition of the burn-in; 0 outside any.
  var burnIn: Int { step?.burnIn ?? 0 }
}

/// The reason why an issue is a failure at once although attempts or flaky scopes of its test are open, for the log.
enum NotWithheld: String, Sendable {
  case attemptIsOver = "the attempt that it is from is over"
  case flakyScopeIsOver = "the flaky scope that it is from is over"
  case isOutside = "it is from code outside of the attempts and flaky scopes that are open"
  case isOnUnknownThread =
    "it is from a thread that no attempt was carried into; take RetryScope.current in the attempt and perform on it"
  case isInRunLoop =
    "it is from a block of a run loop, which other code may have put there; take RetryScope.current in the attempt and perform on it"
  case testIsOver = "its step was still running when the test was over"
}

/// A receiver of events: the log, the activities of XCTest, the file of records.
protocol RetryEventSink: Sendable {
  /// True if the sink uses such events; an event without an enabled sink is not made.
  func isEnabled(for kind: RetryEvent.Kind) -> Bool

  func receive(_ event: RetryEvent)

  /// Stores a file that belongs to an attempt of a step.
  ///
  /// - Returns: Its path beside the records; nil if the sink stores no files.
  func store(_ file: AttachedFile, of attempt: Int, in step: StepID) -> String?
}

extension RetryEventSink {
  func isEnabled(for kind: RetryEvent.Kind) -> Bool { true }

  func store(_ file: AttachedFile, of attempt: Int, in step: StepID) -> String? { nil }
}

/// A sink that shows a part of a step while the part runs.
protocol PartRunner: RetryEventSink {
  /// Receives an event that opens a part of the step, and runs that part.
  func receive(_ event: RetryEvent, during body: () -> Void)
}
