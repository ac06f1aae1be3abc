/// The way in which a step ended, with what belongs to each.
enum StepEnding: Equatable, Sendable {
  /// The first attempt succeeded.
  case passed
  /// It succeeded, but not at once. The test fails where the run is steered so.
  case recovered(by: Cure, failsTest: Bool)
  /// The last attempt failed. The budget is that of the run, where it left the step no retry.
  case exhausted(budget: Int?)
  /// The time limit was over, or it left no time for this wait.
  case timedOut(deniedWait: Duration?)
  /// It was told to stop.
  case aborted(Abortion)
  /// An error of an attempt or of the reset steps means *stop*, and goes to the caller.
  case stopped(byResetSteps: Bool, inside: Abortion?)
  /// It asks for what cannot be: nothing was run.
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

  /// The reason why it was told to stop.
  var abortion: Abortion? {
    switch self {
    case .aborted(let abortion): abortion
    case .stopped(byResetSteps: _, inside: let abortion): abortion
    case .passed, .recovered, .exhausted, .timedOut, .refused: nil
    }
  }

  /// True if the step fails its test.
  ///
  /// An abort by the hook means a bug that no retry may hide. It always fails the test, once: in the step that was aborted,
  /// or, where that only threw, in the first step around it. A cancelled test ends by itself.
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

/// The word that the records have for the end of a step or of a flaky test.
enum StepOutcome: String, Sendable {
  /// The first attempt succeeded.
  case passed
  /// It succeeded, but not at once; the cure says how.
  case recovered
  /// The last allowed attempt failed.
  case exhausted
  /// The time limit was over.
  case timedOut
  /// It was told not to retry, or an error said that no retry can help.
  case aborted

  var isSuccess: Bool { self == .passed || self == .recovered }
}

/// The cure of a step that recovered; each points at a different kind of bug.
enum Cure: String, Sendable {
  /// The condition came true before anything was redone: the application is slow.
  case waiting
  /// The main action ran again: it gets lost.
  case retrying
  /// The main action ran again after the reset steps.
  case resetting
}

/// The reason why a step was ended that could have gone on.
enum Abortion: Equatable, Sendable {
  /// ``TargetedAutoRetry/recoveryAction(after:)`` said so.
  case byHook(String)
  /// A step inside was ended by its hook.
  case byInnerStep(InnerAbortion)
  case byCancellation
}

/// The reason why a step inside was ended.
struct InnerAbortion: Equatable, Sendable {
  let reason: String
  /// True if a step has failed the test for it; one that returns a value leaves that to the steps around it.
  let isReported: Bool
}
