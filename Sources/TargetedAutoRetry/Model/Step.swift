/// What a call of `autoRetry` asks for, but for its policy.
struct StepCall: Sendable {
  /// What becomes of a step that does not succeed.
  enum Failure: Sendable {
    case failsTest
    case isOnlyLogged
    /// The value form: the caller gets an error, and decides.
    case isThrown
  }

  let actionDescription: String?
  let failure: Failure
  let hasResetSteps: Bool
  /// Where it is written; a step says where it reports.
  let written: WrittenPlace

  init(_ actionDescription: String?, _ failure: Failure, hasResetSteps: Bool, at written: WrittenPlace) {
    self.actionDescription = actionDescription
    self.failure = failure
    self.hasResetSteps = hasResetSteps
    self.written = written
  }
}

/// One step, as it was asked for.
final class Step: Sendable {
  let call: StepCall
  let policy: StepPolicy
  /// The retries that the policy says, unless the call or the run says otherwise.
  let retryAttempts: Int

  /// Where it reports.
  let callSite: CallSite

  init(_ call: StepCall, _ policy: StepPolicy, retryAttempts: Int, at callSite: CallSite) {
    self.call = call
    self.policy = policy
    self.retryAttempts = retryAttempts
    self.callSite = callSite
  }

  /// What the call asks for that cannot be.
  var problem: PolicyProblem? { PolicyProblem(retryAttempts: retryAttempts) ?? policy.problem }

  var name: String { Self.name(call.actionDescription) }

  /// The description on one line; `Action` where there is none.
  static func name(_ description: String?) -> String {
    let description = description ?? ""
    return description.isEmpty ? "Action" : description.onOneLine
  }
}

/// Tells a step from every other of the process.
struct StepID: Hashable, Sendable {
  let number: Int

  static func next() -> StepID {
    last.withLock { last in
      last += 1
      return StepID(number: last)
    }
  }

  private static let last = Locked(0)
}

/// One run of the main action and its condition.
struct Attempt: Equatable, Sendable {
  /// 1 for the first attempt.
  let number: Int
  let retriesRemaining: Int

  /// 0 for the first attempt, n for retry n.
  var retry: Int { number - 1 }
}
