/// An event in a step or a test, which the sinks turn into log lines and records.
struct RetryEvent: Sendable {
  enum Kind: Sendable {
    case begins(StepPart, Attempt)
    case actionNotNeeded(Attempt)
    /// Indirect, so that nested steps need less of the stack.
    indirect case attemptFailed(FailedAttempt, retrying: Bool)
    /// An issue is withheld, as a retry follows; the log has it already if the cause of the attempt or an inner step
    /// named it.
    case issueWithheld(String, Attempt, isLogged: Bool = false)
    case issueNotWithheld(String, NotWithheld)
    case hint(Hint)
    case attached(AttachedFile, path: String?, refusal: String?, attempt: Int)
    case wait(Duration, after: Attempt)
    indirect case lateCheckFailed(FailedAttempt)
    case burnIn(Int, of: Int)
    case burnedIn(String)
    case finished(StepReport)
    case stopped(StepReport, by: any Error)
    case runFailed(FlakyTestReport)
    case testEnded(FlakyTestReport)
    /// The failure of a step, with its place, is in the result of the test.
    case testFailed(by: String)
    case flakyScopeExpired(Flakiness)
  }

  let kind: Kind
  /// Nil for an event of a whole test.
  let step: Step?
  let id: StepID
  /// The place of the step, or of the flaky scope that the event is about.
  let callSite: CallSite?
  let test: TestIdentity?
}

/// A hint for the author, which the log has once in a process.
enum Hint: Hashable, Sendable {
  case assertionNotWithheld
  case attemptTimeLimitHasNoEffect
  case burnInNeedsResetSteps
  case looksOnce(action: String, hasResetSteps: Bool)
  case testIsUnknown
}

extension RetryEvent {
  init(_ kind: Kind, of step: Step, in test: TestIdentity?) {
    self.init(kind: kind, step: step, id: step.id, callSite: step.callSite, test: test)
  }

  init(_ kind: Kind, ofTest test: TestIdentity?, callSite: CallSite? = nil, id: StepID = .next()) {
    self.init(kind: kind, step: nil, id: id, callSite: callSite, test: test)
  }

  /// True for the first event of a step that runs.
  var beginsStep: Bool {
    switch kind {
    case .begins(.action, let attempt), .begins(.firstLook, let attempt): attempt.retry == 0
    case .begins(.wait, _): true
    default: false
    }
  }

  var endsStep: Bool {
    switch kind {
    case .finished, .stopped: true
    default: false
    }
  }

  var name: String { step?.name ?? Step.name(test?.name) }
  var parentID: StepID? { step?.parentID }
  var depth: Int { step?.depth ?? 0 }
  var burnIn: Int { step?.burnIn ?? 0 }
}

/// The reason why an issue is a failure at once although attempts or flaky scopes of its test are open, for the log.
enum NotWithheld: String, Sendable {
  case attemptIsOver = "the attempt that it is from is over"
  case flakyScopeIsOver = "the flaky scope that it is from is over"
  case isOutside = "it is from code outside of the attempts and flaky scopes that are open"
  case isOnUnknownThread =
    "it is from a thread that no attempt was carried into; take RetryScope.current in the attempt and perform on it"
  case testIsOver = "its step was still running when the test was over"
}

/// A receiver of events: the log, the activities of XCTest, the file of records, the summary at the end.
protocol RetryEventSink: Sendable {
  /// True if it shows a part of a step while the part runs.
  var showsParts: Bool { get }

  func receive(_ event: RetryEvent)

  /// Receives an event that opens a part of a step, and runs the part.
  func receive(_ event: RetryEvent, during part: () -> Void)

  /// Returns the path of the file beside the records, if the sink keeps it there.
  func store(_ file: AttachedFile, of attempt: Int, in step: StepID) -> String?
}

extension RetryEventSink {
  var showsParts: Bool { false }

  func receive(_ event: RetryEvent, during part: () -> Void) {
    receive(event)
    part()
  }

  func store(_ file: AttachedFile, of attempt: Int, in step: StepID) -> String? { nil }
}
