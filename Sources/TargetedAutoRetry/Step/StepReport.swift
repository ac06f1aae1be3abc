/// What a step has left so far, and in the end how it has ended.
struct StepReport: Sendable {
  let step: Step
  let start: Duration
  var ending = StepEnding.exhausted
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
  /// The causes of the failures of inner steps that the failure of this step stands for.
  var innerCauses: [FailureCause] = []
  /// True if the author expects the failure of the step, or that of a step inside, which an attempt had withheld.
  var isFailureExpected = false

  init(_ step: Step, since start: Duration) {
    self.step = step
    self.start = start
  }

  /// Keeps the attempt; of very many, those that say most are the first and the last.
  mutating func append(_ failed: FailedAttempt) {
    failedAttempts.append(failed)
    if failedAttempts.count > 100 { failedAttempts.remove(at: 50) }
  }

  var outcome: StepOutcome {
    // A wait has no attempts to use up: its time was over, unless an issue ended it.
    guard step.isWait, case .exhausted = ending else { return ending.outcome }
    if case .issues = failedAttempts.last?.cause { return .aborted }
    return .timedOut
  }

  /// A step that stands for failures of inner steps has one itself, also if it only logs or throws.
  var failsTest: Bool { ending.failsTest(step.failure) || !innerCauses.isEmpty }

  /// True if the condition failed each attempt, and had no time to come true.
  var onlyLookedOnce: Bool {
    ending == .exhausted && step.failure != .isThrown
      && failedAttempts.allSatisfy { $0.looksOnce && $0.innermostFailure == nil }
  }

  var cure: Cure? {
    if case .recovered(by: let cure, _) = ending { cure } else { nil }
  }

  /// True if the report of the test has a notice of the recovery; a failure is a notice itself.
  var leavesNotice: Bool { outcome == .recovered && step.policy.reportsRecovery && !failsTest }

  /// True if a step before had ended the test.
  var hasNotRun: Bool {
    if case .byEndOfTest = ending.abortion { true } else { false }
  }

  var endsTest: Bool {
    if outcome.isSuccess || ending == .refused || !step.policy.endsTest { return false }
    return failsTest || ending.failureInside != nil
  }

  /// True after a skip or a cancellation: it has neither succeeded nor failed.
  func isCut(by error: (any Error)?) -> Bool {
    if ending.throwsError, let error { return error.meansStop }
    return ending.abortion == .byCancellation
  }

  /// The time spent on all but the attempt that succeeded; zero if no attempt failed.
  var tax: Duration {
    if failedAttempts.isEmpty { return .zero }
    return outcome.isSuccess ? elapsed - lastAttempt : elapsed
  }
}

enum StepEnding: Equatable, Sendable {
  case passed
  case recovered(by: Cure, failsTest: Bool)
  case exhausted
  case timedOut
  case aborted(Abortion)
  /// An error of an attempt or of the reset steps means *stop*, and goes to the caller.
  case stopped(byResetSteps: Bool, inside: Abortion?)
  case refused

  var outcome: StepOutcome {
    switch self {
    case .passed: .passed
    case .recovered: .recovered
    case .exhausted: .exhausted
    case .timedOut: .timedOut
    case .aborted, .stopped, .refused: .aborted
    }
  }

  var throwsError: Bool {
    if case .stopped = self { true } else { false }
  }

  var abortion: Abortion? {
    switch self {
    case .aborted(let abortion): abortion
    case .stopped(byResetSteps: _, inside: let abortion): abortion
    case .passed, .recovered, .exhausted, .timedOut, .refused: nil
    }
  }

  /// The key of the failure of the step inside that was aborted; nil if the test has no such failure.
  var failureInside: String? {
    if case .byInnerStep(_, let failure) = abortion { failure } else { nil }
  }

  // An abort by the hook means a bug that no retry may hide. It fails the test, once: in the aborted step, or,
  // if that only threw, in the first step around it. A cancelled test ends by itself.
  func failsTest(_ failure: Step.Failure) -> Bool {
    switch self {
    case .passed: false
    case .recovered(by: _, let failsTest): failsTest
    case .exhausted, .timedOut: failure == .failsTest
    case .refused: failure != .isThrown
    case .aborted, .stopped:
      switch abortion {
      case .byHook: failure != .isThrown
      case .byInnerStep(_, failure: let key): failure != .isThrown && key == nil
      case .byEndOfTest: failure == .failsTest
      case .byCancellation, nil: false
      }
    }
  }
}

enum StepOutcome: String, Sendable {
  case passed
  case recovered
  case exhausted
  case timedOut
  case aborted

  var isSuccess: Bool { self == .passed || self == .recovered }
}

/// The cure of a step that recovered; each points at a different kind of bug.
enum Cure: String, Sendable {
  /// The condition came true before anything was run again: the application is slow.
  case waiting
  /// The main action ran again: it gets lost.
  case retrying
  /// The main action ran again after the reset steps; which of the two has helped is not known.
  case resetting
}

enum Abortion: Equatable, Sendable {
  case byHook(String)
  /// With the key of the failure for it, which the test has or a place around keeps; nil if a step around is to fail the test.
  case byInnerStep(reason: String, failure: String?)
  /// That step has ended the test before.
  case byEndOfTest(String)
  case byCancellation

  /// The reason for the steps around, which end as well; nil if they go on.
  var reason: String? {
    switch self {
    case .byHook(let reason), .byInnerStep(let reason, _): reason
    case .byEndOfTest, .byCancellation: nil
    }
  }
}

/// The failures of one step, for the failure of the outermost step around.
struct FailureCause: Sendable {
  struct Text: Sendable {
    let words: String
    let key: String
    /// The words of the author's issue that it is; empty for another cause.
    var ofIssue: [String] = []
  }

  /// The number of attempts that failed, or of waits.
  var count: Int
  let isWait: Bool
  let first: Text
  var last: Text
  /// The steps from that one out, such as `Sign In (LoginTests.swift:12)`.
  var wayOut: [String] = []

  var text: String {
    let times = isWait ? count.counted("time") : "in \(count.counted("attempt"))"
    let (first, last) = (first.words.withoutPeriod, last.words.withoutPeriod)
    let isOne = self.first.key == self.last.key
    let head = "\(wayOut[0]) failed \(times)\(isOne ? ": \(first)" : "; first: \(first); last: \(last)")"
    return wayOut.count == 1 ? head : "\(head)\nin \(wayOut.dropFirst().joined(separator: " in "))"
  }
}

extension [FailureCause] {
  /// One for each step that has failed on one way out.
  var ofSteps: [FailureCause] {
    var positions: [[String]: Int] = [:]
    return reduce(into: []) { causes, cause in
      guard let position = positions[cause.wayOut] else {
        positions[cause.wayOut] = causes.count
        return causes.append(cause)
      }
      causes[position].count += cause.count
      causes[position].last = cause.last
    }
  }
}

/// The report of a test with a flaky scope, or of one of its runs that failed.
struct FlakyTestReport: Sendable {
  let last: Attempt
  let outcome: StepOutcome
  /// True if the test was skipped or cancelled.
  var wasSkipped = false
  /// True if another run follows.
  var runsAgain = false
  /// The issue that decided, as `File.swift:12: message`; an issue outside of the flaky scopes before any other.
  var cause: String?
  /// Nil if the test failed outside of its flaky scopes.
  let flakiness: Flakiness?
  let start: Duration
  let elapsed: Duration
  let lastRun: Duration

  /// The time of all runs except the one that passed; zero for a single run.
  var tax: Duration {
    if last.number == 1 { return .zero }
    return outcome.isSuccess ? elapsed - lastRun : elapsed
  }

  /// The last line of the log of a test that ran again; nil for other tests, and for a skip.
  var lastLine: String? {
    if last.retry == 0 || wasSkipped { return nil }
    let (mark, result) = outcome.isSuccess ? ("✅", "passed") : ("❌", "failed")
    return "♻️♻️♻️\(mark) [FLAKY] \(result) on re-run \(last.retry)"
  }
}

extension Attempt {
  var most: Int { (retry + retriesRemaining).oneMore }
}
