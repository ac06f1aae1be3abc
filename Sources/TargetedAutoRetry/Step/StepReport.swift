/// What a step has left so far, and in the end its outcome.
struct StepReport: Sendable {
  let step: Step
  let start: Duration
  var outcome = StepOutcome.exhausted
  var attempts = 0
  /// The return value of `autoRetry`: the retries used, at most the call's limit, or one more if no attempt succeeded.
  var retriesUsed = 0
  private(set) var failedAttempts: [FailedAttempt] = []
  var waiting = Duration.zero
  var lastAttempt = Duration.zero
  var lastAttemptRanAction = false
  var actionRuns = 0
  var resets = 0
  /// The files of the attempt that made the step recover.
  var attachments: AttemptAttachments?
  var elapsed = Duration.zero
  var timeLimit = ""
  /// The failures of inner steps that the failure of this step stands for.
  var innerFailures: [StepFailure] = []
  /// Whether the author expects the failure of the step, or that of an inner step whose failure an attempt held back.
  var isFailureExpected = false

  init(_ step: Step, since start: Duration) {
    self.step = step
    self.start = start
  }

  /// Keeps the attempt; of very many, the first and the last say most.
  mutating func append(_ failed: FailedAttempt) {
    failedAttempts.append(failed)
    if failedAttempts.count > 100 { failedAttempts.remove(at: 50) }
  }

  /// Whether it fails the test. A step that stands for failures of inner steps does, even if it only logs or throws.
  var failsTest: Bool { outcome.failsTest(step.failure) || !innerFailures.isEmpty }

  /// Whether the condition failed each attempt and was given no time to become true.
  var onlyCheckedOnce: Bool {
    outcome == .exhausted && step.failure != .isThrown
      && failedAttempts.allSatisfy { $0.checksOnce && $0.innermostFailure == nil }
  }

  /// Whether the test report notes the recovery. A failure is a note itself.
  var leavesNotice: Bool { outcome.cure != nil && step.policy.reportsRecovery && !failsTest }

  /// Whether it was skipped or cancelled, so that it neither succeeded nor failed.
  func isCut(by error: (any Error)?) -> Bool {
    if outcome.throwsError, let error { return error.meansStop }
    return outcome.abortion == .byCancellation
  }

  /// The time spent on everything but the successful attempt; zero if no attempt failed.
  var tax: Duration {
    if failedAttempts.isEmpty { return .zero }
    return outcome.isSuccess ? elapsed - lastAttempt : elapsed
  }
}

/// How a step ended.
enum StepOutcome: Equatable, Sendable {
  case passed
  case recovered(by: Cure, failsTest: Bool = false)
  case exhausted
  case timedOut
  case aborted(Abortion)

  /// The value in the records.
  var name: String {
    switch self {
    case .passed: "passed"
    case .recovered: "recovered"
    case .exhausted: "exhausted"
    case .timedOut: "timedOut"
    case .aborted: "aborted"
    }
  }

  var isSuccess: Bool {
    switch self {
    case .passed, .recovered: true
    case .exhausted, .timedOut, .aborted: false
    }
  }

  /// Whether its attempts or its time were used up; for a wait, also whether an issue ended it.
  var isUsedUp: Bool {
    switch self {
    case .exhausted, .timedOut, .aborted(.byIssue): true
    case .passed, .recovered, .aborted: false
    }
  }

  var cure: Cure? {
    if case .recovered(by: let cure, _) = self { cure } else { nil }
  }

  var abortion: Abortion? {
    if case .aborted(let abortion) = self { abortion } else { nil }
  }

  /// Whether an error of an attempt or of the reset steps ended the step and goes to the caller.
  var throwsError: Bool {
    if case .aborted(.byError) = self { true } else { false }
  }

  var isInvalid: Bool {
    if case .aborted(.invalidPolicy) = self { true } else { false }
  }

  // An abort by the hook means a bug that no retry may hide. It fails the test once: in the aborted step, or, if that
  // only threw, in the first step around it. A cancelled test ends by itself.
  func failsTest(_ failure: Step.Failure) -> Bool {
    switch self {
    case .passed: false
    case .recovered(by: _, let failsTest): failsTest
    case .exhausted, .timedOut: failure == .failsTest
    case .aborted(let abortion): abortion.failsTest(failure)
    }
  }
}

/// What made a step recover; each points at a different kind of bug.
enum Cure: String, Sendable {
  /// The condition became true before anything ran again: the application is slow.
  case waiting
  /// The main action ran again: it gets lost.
  case retrying
  /// The main action ran again after the reset steps; which of the two helped is not known.
  case resetting
}

/// Why a step ended although retries were left.
enum Abortion: Equatable, Sendable {
  case byHook(String)
  /// An inner step was aborted. `isReported` says whether a failure has been recorded for that, or is held back by an
  /// enclosing attempt; if not, an enclosing step must record one.
  case byInnerStep(reason: String, isReported: Bool)
  /// An issue ended a wait.
  case byIssue
  case byCancellation
  /// An error that is not retried goes to the caller. `inside` is an abort that happened in the same attempt.
  indirect case byError(ofResetSteps: Bool, inside: Abortion?)
  /// The policy has an invalid value, so nothing ran.
  case invalidPolicy(String)

  /// The reason for the steps around, which end as well; `nil` if they continue.
  var reason: String? {
    switch self {
    case .byHook(let reason), .byInnerStep(let reason, _): reason
    case .byError(ofResetSteps: _, let inside): inside?.reason
    case .byIssue, .byCancellation, .invalidPolicy: nil
    }
  }

  /// Whether the failure of an aborted inner step has been recorded or is held back.
  var isReported: Bool {
    switch self {
    case .byInnerStep(_, let isReported): isReported
    case .byError(ofResetSteps: _, let inside): inside?.isReported ?? false
    default: false
    }
  }

  fileprivate func failsTest(_ failure: Step.Failure) -> Bool {
    switch self {
    case .byHook, .invalidPolicy: failure != .isThrown
    case .byInnerStep(_, let isReported): failure != .isThrown && !isReported
    case .byIssue: failure == .failsTest
    case .byError(ofResetSteps: _, let inside): inside?.failsTest(failure) ?? false
    case .byCancellation: false
    }
  }
}

/// The failure of a step, for the steps around it and for the failure that names them all.
struct StepFailure: Sendable {
  /// A cause in words, and without measured values, to compare it with others.
  struct Cause: Sendable {
    let words: String
    let key: String
  }

  let step: Step
  /// The number of attempts that failed; for a wait, the number of waits.
  var count = 1
  let first: Cause
  var last: Cause
  /// The steps from that one outwards, such as `Sign In (LoginTests.swift:12)`.
  var path: [String] = []

  var text: String {
    let times = step.isWait ? count.counted("time") : "in \(count.counted("attempt"))"
    let (first, last) = (first.words.withoutPeriod, last.words.withoutPeriod)
    let isOne = self.first.key == self.last.key
    let head = "\(path[0]) failed \(times)\(isOne ? ": \(first)" : "; first: \(first); last: \(last)")"
    return path.count == 1 ? head : "\(head)\nin \(path.dropFirst().joined(separator: " in "))"
  }
}

extension [StepFailure] {
  /// One for each step that failed on the same path.
  var merged: [StepFailure] {
    var positions: [[String]: Int] = [:]
    return reduce(into: []) { failures, failure in
      guard let position = positions[failure.path] else {
        positions[failure.path] = failures.count
        return failures.append(failure)
      }
      failures[position].count += failure.count
      failures[position].last = failure.last
    }
  }
}

/// The report of a test with a flaky scope, or of one of its runs that failed.
struct FlakyTestReport: Sendable {
  let last: Attempt
  let outcome: StepOutcome
  /// Whether the test was skipped or cancelled.
  var wasSkipped = false
  /// Whether another run follows.
  var runsAgain = false
  /// The decisive issue, as `File.swift:12: message`; one outside the flaky scopes comes before any other.
  var cause: String?
  /// `nil` if the test failed outside its flaky scopes.
  let flakiness: Flakiness?
  let start: Duration
  let elapsed: Duration
  let lastRun: Duration

  /// The time of all runs except the one that passed; zero for a single run.
  var tax: Duration {
    if last.number == 1 { return .zero }
    return outcome.isSuccess ? elapsed - lastRun : elapsed
  }

  /// The last line of the log of a test that ran again; `nil` for other tests, and for a skip.
  var lastLine: String? {
    if last.retry == 0 || wasSkipped { return nil }
    let (mark, result) = outcome.isSuccess ? ("✅", "passed") : ("❌", "failed")
    return "♻️♻️♻️\(mark) [FLAKY] \(result) on re-run \(last.retry)"
  }
}
