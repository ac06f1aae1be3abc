/// The results of a step so far, and in the end its outcome.
struct StepReport: Sendable {
  let step: Step
  let start: Duration
  /// Meaningless until the step has finished.
  var outcome = StepOutcome.exhausted
  var attempts = 0
  /// The return value of `autoRetry`: the retries used, at most the call's limit, or one more if no attempt succeeded.
  var retriesUsed = 0
  private(set) var failedAttempts: [FailedAttempt] = []
  var waiting = Duration.zero
  var lastAttempt = Duration.zero
  var actionRuns = 0
  /// The checks that a wait needed.
  var checksOfWait = 0
  var resets = 0
  /// The files of the attempt that made the step recover.
  var attachments: AttemptAttachments?
  var elapsed = Duration.zero
  /// The limit that ended the step, in words.
  var deadlineText = ""
  /// The error that the reset steps threw after a limit had canceled them, in words.
  var resetError: String?
  /// The failures of inner steps that the failure of this step reports too.
  var innerFailures: [StepFailure] = []
  /// Whether a `withKnownIssue` expects the failure of the step, or that of an inner step which was held back.
  var isFailureExpected = false
  /// Whether issues of its attempts fail the test, even if its own failure is only logged.
  var recordsIssues = false
  /// The keys of the issues so far: of several with the same key, only the first is recorded.
  var issueKeys: Set<String> = []
  /// Whether Swift Testing prints the recovery as a warning, so that the log does not.
  var isShownAsWarning = false

  /// Of more than 100 attempts, the first 50 and the last 50 say most.
  mutating func append(_ failed: FailedAttempt) {
    failedAttempts.append(failed)
    if failedAttempts.count > 100 { failedAttempts.remove(at: 50) }
  }

  /// A step that reports failures of inner steps fails the test, even if its own failure is only logged or thrown.
  var failsTest: Bool { outcome.failsTest(step.failureEffect) || !innerFailures.isEmpty }

  var hasRecordedFailure: Bool { !isFailureExpected && (failsTest || outcome.abortion?.isReported == true) }

  /// A failure shows the recovery in the test report already.
  var leavesNotice: Bool { outcome.recovery != nil && step.policy.reportsRecovery && !failsTest }

  /// The time lost to retries: the whole step except its successful attempt; zero if no attempt failed.
  var tax: Duration {
    if failedAttempts.isEmpty { return .zero }
    return outcome.isSuccess ? elapsed - lastAttempt : elapsed
  }
}

enum StepOutcome: Equatable, Sendable {
  case passed
  case recovered(by: Recovery, failsTest: Bool = false)
  case exhausted
  case timedOut
  case aborted(Abortion)

  /// The name in texts and for tools, which does not change.
  var name: String {
    switch self {
    case .passed: "passed"
    case .recovered: "recovered"
    case .exhausted: "exhausted"
    case .timedOut: "timedOut"
    case .aborted: "aborted"
    }
  }

  var isSuccess: Bool { self == .passed || recovery != nil }

  /// Whether its attempts or its time were used up; for a wait, also whether an issue ended it.
  var isUsedUp: Bool { self == .exhausted || self == .timedOut || abortion == .byIssue }

  var recovery: Recovery? {
    if case .recovered(by: let recovery, _) = self { recovery } else { nil }
  }

  var abortion: Abortion? {
    if case .aborted(let abortion) = self { abortion } else { nil }
  }

  /// Whether it was skipped or canceled, so that it neither succeeded nor failed.
  var isSkipOrCancellation: Bool { isCancellation || stop == .skip }

  var isCancellation: Bool { abortion == .byCancellation || stop == .cancellation }

  /// Why the error that ended the step, and goes to the caller, was not retried; `nil` if none did.
  var stop: ErrorStop? {
    if case .aborted(.byError(let stop, _, _)) = self { stop } else { nil }
  }

  /// Whether the error that goes to the caller is one of the reset steps.
  var isOfResetSteps: Bool {
    if case .aborted(.byError(_, ofResetSteps: true, _)) = self { true } else { false }
  }

  var isInvalid: Bool {
    if case .aborted(.invalidPolicy) = self { true } else { false }
  }

  // An abort by the hook means a bug that no retry may hide. It fails the test once: in the aborted step or, if it only
  // throws, in the first enclosing step. A canceled test ends by itself.
  func failsTest(_ failure: Step.FailureEffect) -> Bool {
    switch self {
    case .passed: false
    case .recovered(by: _, let failsTest): failsTest
    case .exhausted, .timedOut: failure == .failsTest
    case .aborted(let abortion): abortion.failsTest(failure)
    }
  }
}

/// What made a step recover; each points at a different kind of bug.
enum Recovery: String, Sendable {
  /// The condition became true before anything ran again: the application is slow.
  case waiting
  /// The main action ran again; which of it and the reset steps helped is not known.
  case retrying
  /// The condition was true after the reset steps, so the main action did not run again.
  case resetting
}

/// Why an error ends a step; the raw values are the names in rows.
enum ErrorStop: String, Sendable {
  case skip
  case cancellation
  /// The policy does not retry it, or the reset steps threw it.
  case notRetryable = "error"

  /// - Parameter isCancelled: Whether the current task is canceled. If not, a `CancellationError` is that of somebody
  ///   else, such as a client, and an error like any other.
  init?(_ error: any Error, isCancelled: Bool) {
    if error.isSkip {
      self = .skip
    } else if isCancelled, error.isCancellation {
      self = .cancellation
    } else {
      return nil
    }
  }
}

enum Abortion: Equatable, Sendable {
  case byHook(String)
  /// If `isReported` is false, no failure was recorded or held back for this, so an enclosing step must record one.
  case byInnerStep(reason: String, isReported: Bool)
  /// An issue ended something that is not retried, such as a wait.
  case byIssue
  case byCancellation
  /// An error that is not retried; `inside` is an abort that happened in the same attempt.
  indirect case byError(ErrorStop, ofResetSteps: Bool, inside: Abortion?)
  case invalidPolicy(String)

  /// The reason that ends the enclosing steps too; `nil` if they continue.
  var reason: String? {
    switch self {
    case .byHook(let reason), .byInnerStep(let reason, _): reason
    case .byError(_, ofResetSteps: _, let inside): inside?.reason
    case .byIssue, .byCancellation, .invalidPolicy: nil
    }
  }

  var isReported: Bool {
    switch self {
    case .byInnerStep(_, let isReported): isReported
    case .byError(_, ofResetSteps: _, let inside): inside?.isReported ?? false
    default: false
    }
  }

  fileprivate func failsTest(_ failure: Step.FailureEffect) -> Bool {
    switch self {
    case .byHook, .invalidPolicy: failure != .isThrown
    case .byInnerStep(_, let isReported): failure != .isThrown && !isReported
    case .byIssue: failure == .failsTest
    case .byError(_, ofResetSteps: _, let inside): inside?.failsTest(failure) ?? false
    case .byCancellation: false
    }
  }
}

/// The failure of a step, for the single failure that names all nested steps.
struct StepFailure: Sendable {
  /// A cause in words; the key leaves out measured values, to compare causes.
  struct Cause: Sendable {
    let words: String
    let key: String
  }

  let step: Step
  /// The number of attempts that failed; for a wait, the number of waits.
  var count = 1
  let first: Cause
  var last: Cause
  /// The step and those around it, the innermost first, such as `Sign In (LoginTests.swift:12)`.
  var path: [String] = []

  var text: String {
    let times = step.isWait ? count.counted("time") : "in \(count.counted("attempt"))"
    let (first, last) = (first.words.withoutPeriod, last.words.shortened.withoutPeriod)
    let isOne = self.first.key == self.last.key
    let head = "\(path[0]) failed \(times)\(isOne ? ": \(first)" : "; first: \(first); last: \(last)")"
    return path.count == 1 ? head : "\(head)\nin \(path.dropFirst().joined(separator: " in "))"
  }
}

extension [StepFailure] {
  var merged: [StepFailure] {
    reduce(into: []) { failures, failure in
      guard let position = failures.firstIndex(where: { $0.path == failure.path }) else {
        return failures.append(failure)
      }
      failures[position].count += failure.count
      failures[position].last = failure.last
    }
  }
}
