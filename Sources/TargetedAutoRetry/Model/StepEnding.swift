/// The end of a step, with its details.
enum StepEnding: Equatable, Sendable {
  case passed
  /// A later attempt succeeded; in a run that is steered so, the test fails.
  case recovered(by: Cure, failsTest: Bool)
  /// The last attempt failed.
  case exhausted
  /// The time limit was over, or it left no time for this wait.
  case timedOut(deniedWait: Duration?)
  case aborted(Abortion)
  /// An error of an attempt or of the reset steps means *stop*, and goes to the caller.
  case stopped(byResetSteps: Bool, inside: Abortion?)
  /// The policy or an argument is invalid, and nothing was run.
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

  /// True if the error that ended the step goes to its caller.
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

  /// True if the step fails its test.
  ///
  /// An abort by the hook means a bug that no retry may hide. It always fails the test, once: in the aborted step, or,
  /// if that only threw, in the first step around it. A cancelled test ends by itself.
  func failsTest(_ failure: StepCall.Failure) -> Bool {
    switch self {
    case .passed: false
    case .recovered(by: _, let failsTest): failsTest
    case .exhausted, .timedOut: failure == .failsTest
    case .refused: failure != .isThrown
    case .aborted, .stopped:
      switch abortion {
      case .byHook: failure != .isThrown
      case .byInnerStep(let inner): failure != .isThrown && !inner.isReported
      case .byCancellation, nil: false
      }
    }
  }
}

/// The outcome of a step or of a flaky test, as the records name it.
enum StepOutcome: String, Sendable {
  case passed
  /// A later attempt succeeded; the cure says how.
  case recovered
  /// The last allowed attempt failed.
  case exhausted
  case timedOut
  /// It was aborted, or an error was not retryable.
  case aborted

  var isSuccess: Bool { self == .passed || self == .recovered }
}

/// The cure of a step that recovered; each points at a different kind of bug.
enum Cure: String, Sendable {
  /// The condition came true before anything was run again: the application is slow.
  case waiting
  /// The main action ran again: it gets lost.
  case retrying
  /// The main action ran again after the reset steps.
  case resetting
}

/// The reason why a step was ended that could have gone on.
enum Abortion: Equatable, Sendable {
  /// ``TargetedAutoRetry/recoveryAction(after:)`` returned an abort.
  case byHook(String)
  case byInnerStep(InnerAbortion)
  case byCancellation
}

struct InnerAbortion: Equatable, Sendable {
  let reason: String
  /// True if a step has failed the test for it; a step that returns a value leaves that to the steps around it.
  let isReported: Bool
}
