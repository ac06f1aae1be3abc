/// What a call of `autoRetry` or `autoWait` asks for, but for its policy.
struct StepCall: Sendable {
  enum Kind: Equatable, Sendable {
    case step
    /// A step that has passed, once more: reset steps, main action and condition, without retries.
    case burnIn(Int, of: Int)
    /// A step without retries: a condition, and what is done between two looks at it.
    case wait
  }

  /// What becomes of a step that does not succeed.
  enum Failure: Sendable {
    case failsTest
    case isOnlyLogged
    /// The value form: the caller gets an error, and decides.
    case isThrown

    init(failsTest: Bool) {
      self = failsTest ? .failsTest : .isOnlyLogged
    }
  }

  private(set) var kind: Kind
  let actionDescription: String?
  private(set) var failure: Failure
  private(set) var hasResetSteps: Bool
  /// Where it is written; a step says where it reports.
  let written: WrittenPlace

  init(
    _ actionDescription: String?,
    _ failure: Failure,
    _ kind: Kind = .step,
    hasResetSteps: Bool = false,
    at written: WrittenPlace
  ) {
    self.kind = kind
    self.actionDescription = actionDescription
    self.failure = failure
    self.hasResetSteps = hasResetSteps
    self.written = written
  }

  /// A repetition of the step, whose action begins with the reset steps.
  func burnIn(_ number: Int, of count: Int) -> StepCall {
    var call = self
    call.kind = .burnIn(number, of: count)
    call.failure = .isOnlyLogged
    call.hasResetSteps = false
    return call
  }
}

/// One step, as it was asked for.
final class Step: Sendable {
  let call: StepCall
  let policy: StepPolicy
  /// The retries that the policy says, unless the call or the run says otherwise.
  let retryAttempts: Int
  /// True if the last day of its excuse is over: then it has no retries.
  let isExcuseOver: Bool

  /// Where it reports.
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
