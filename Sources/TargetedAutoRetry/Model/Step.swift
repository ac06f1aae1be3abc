/// The arguments of a call of `autoRetry` or `autoWait`, except its policy.
struct StepCall: Sendable {
  enum Kind: Equatable, Sendable {
    case step
    /// A repetition of a step that has passed: reset steps, main action and condition, without retries.
    case burnIn(Int, of: Int)
    /// A step without retries: a condition, and an action between two looks at it.
    case wait
  }

  /// The effect of a step that does not succeed.
  enum Failure: Sendable {
    case failsTest
    case isOnlyLogged
    /// The value form: the caller gets an error.
    case isThrown

    init(failsTest: Bool) {
      self = failsTest ? .failsTest : .isOnlyLogged
    }
  }

  private(set) var kind: Kind
  let actionDescription: String?
  private(set) var failure: Failure
  private(set) var hasResetSteps: Bool
  /// The place in the source; the step has the place that it reports at.
  let callSite: CallSite

  init(
    _ actionDescription: String?,
    _ failure: Failure,
    _ kind: Kind = .step,
    hasResetSteps: Bool = false,
    at callSite: CallSite
  ) {
    self.kind = kind
    self.actionDescription = actionDescription
    self.failure = failure
    self.hasResetSteps = hasResetSteps
    self.callSite = callSite
  }

  /// A repetition of the step; its action begins with the reset steps.
  func burnIn(_ number: Int, of count: Int) -> StepCall {
    var call = self
    call.kind = .burnIn(number, of: count)
    call.failure = .isOnlyLogged
    call.hasResetSteps = false
    return call
  }
}

/// One step, with the arguments of its call.
final class Step: Sendable {
  let call: StepCall
  let policy: StepPolicy
  /// The retries of the policy, unless the call or the run overrides them.
  let retryAttempts: Int
  /// True if the last day of its excuse is over; it has no retries then.
  let isExcuseOver: Bool

  let callSite: CallSite

  init(
    _ call: StepCall,
    _ policy: StepPolicy,
    retryAttempts: Int,
    isExcuseOver: Bool = false,
    at callSite: CallSite
  ) {
    self.call = call
    self.policy = policy
    self.retryAttempts = retryAttempts
    self.isExcuseOver = isExcuseOver
    self.callSite = callSite
  }

  var isWait: Bool { call.kind == .wait }

  var isBurnIn: Bool {
    if case .burnIn = call.kind { true } else { false }
  }

  var problem: PolicyProblem? { PolicyProblem(retryAttempts: retryAttempts) ?? policy.problem }

  var name: String { Self.name(call.actionDescription) }

  /// The description on one line, or `Action`.
  static func name(_ description: String?) -> String {
    let description = description ?? ""
    return description.isEmpty ? "Action" : description.onOneLine
  }
}

/// The identity of a step in its process.
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
