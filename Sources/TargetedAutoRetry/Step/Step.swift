final class Step: Sendable {
  enum Failure: Sendable {
    case failsTest
    case isOnlyLogged
    /// The value form: the caller gets an error.
    case isThrown

    init(_ failsTest: Bool) {
      self = failsTest ? .failsTest : .isOnlyLogged
    }
  }

  let id = StepID.next()
  let actionDescription: String?
  /// Whether it is a call of `autoWait`: no retries, and the action runs between two checks of the condition.
  let isWait: Bool
  let failure: Failure
  /// Whether the log shows that a condition is checked: value and assertion forms have none of their own.
  let hasCondition: Bool
  let callSite: CallSite
  /// The outermost caller that a helper passed in.
  let caller: CallSite?
  let policy: StepPolicy
  /// The retries the policy allows, unless its documented reason has expired or `AUTO_RETRY_ATTEMPTS` overrides it.
  let retryAttempts: Int
  /// Whether the documented reason for the retries has expired.
  let hasExpired: Bool
  let isInSwiftTesting: Bool
  /// The test case that the step, or an enclosing step, was called on.
  let testCase: ObjectIdentifier?
  let parentID: StepID?
  let depth: Int
  /// Whether an enclosing step is running a retry.
  let isInRetry: Bool
  /// The number of times that its action can run in one run of the outermost step; 0 if only time limits it.
  let mostRuns: Int
  /// The step's own, or that of the closest enclosing step that has one.
  let deadline: Deadline?

  init(
    _ actionDescription: String?,
    _ failure: Failure,
    _ policy: StepPolicy,
    isWait: Bool = false,
    hasCondition: Bool = true,
    _ callSite: CallSite,
    from caller: CallSite? = nil,
    steeredRetries: Int? = nil,
    hasExpired: Bool = false,
    of testCase: ObjectIdentifier? = nil,
    isInSwiftTesting: Bool = false,
    inside parent: (step: Step, attempt: Attempt)? = nil,
    now: Duration = .zero
  ) {
    self.actionDescription = actionDescription
    self.failure = failure
    self.policy = policy
    self.isWait = isWait
    self.hasCondition = hasCondition && failure != .isThrown
    self.callSite = callSite
    self.caller = caller
    self.hasExpired = hasExpired
    let allowed = policy.retryAttempts
    // An invalid number is reported, not replaced.
    retryAttempts = isWait || allowed < 0 ? allowed : hasExpired ? 0 : steeredRetries ?? allowed
    self.isInSwiftTesting = isInSwiftTesting
    let step = parent?.step
    self.testCase = testCase ?? step?.testCase
    parentID = step?.id
    depth = step.map { $0.depth + 1 } ?? 0
    isInRetry = parent.map { $0.attempt.retry > 0 || $0.step.isInRetry } ?? false
    let runs = (step?.mostRuns ?? 1).multipliedReportingOverflow(by: retryAttempts.oneMore)
    mostRuns = isWait || retryAttempts == .max || runs.overflow ? 0 : runs.partialValue
    let (id, origin, around) = (id, policy.origins.timeLimit, step?.deadline)
    deadline =
      policy.timeLimit.map {
        Deadline($0, from: now, origin, of: id, Self.name(actionDescription, at: callSite), in: around)
      } ?? around
  }

  // If this step belongs to another test case, it is a leftover: on Apple platforms a failed assertion with
  // `continueAfterFailure = false` unwinds past Swift frames, so the task-local state is not restored.
  func mayEnclose(_ testCase: ObjectIdentifier?) -> Bool {
    self.testCase == nil || testCase == nil || self.testCase == testCase
  }

  var failureSite: CallSite { caller ?? callSite }

  var name: String { Self.name(actionDescription, at: callSite) }

  /// The name for texts that people read.
  var shortName: String { name.capped(at: 200) }

  var nameAndPlace: String { name == callSite.place ? name : "\(shortName) (\(callSite.place))" }

  var nameInFailure: String { failureSite.place == callSite.place ? shortName : nameAndPlace }

  /// For example `SignInSteps.swift:26, from SearchTests.swift:17`.
  var places: String {
    failureSite.place == callSite.place ? callSite.place : "\(callSite.place), from \(failureSite.place)"
  }

  static func name(_ description: String?, at site: CallSite? = nil) -> String {
    guard let description else { return "Action" }
    return description.isBlank ? site?.place ?? "Action" : description.onOneLine
  }
}

struct StepID: Hashable, Sendable {
  static let none = StepID(number: 0)

  let number: Int

  static func next() -> StepID {
    last.withLock { last in
      last += 1
      return StepID(number: last)
    }
  }

  private static let last = Locked(0)
}

struct Attempt: Equatable, Sendable {
  let number: Int
  let retriesRemaining: Int

  var retry: Int { number - 1 }
  var next: Attempt { Attempt(number: number + 1, retriesRemaining: retriesRemaining - 1) }
  var maxAttempts: Int { (retry + retriesRemaining).oneMore }
}

enum StepPart: Sendable {
  case firstCheck, action, condition, lateCheck, resetSteps
  /// The checks of a call of `autoWait`.
  case wait
}

/// The instant after which a step and its inner steps are not retried.
final class Deadline: Sendable {
  let instant: Duration
  private let limit: Duration
  private let origin: PolicyOrigin
  private let step: StepID
  private let name: String
  private let around: Deadline?
  private let isClosed = Locked(false)

  init(
    _ limit: Duration,
    from now: Duration,
    _ origin: PolicyOrigin,
    of step: StepID,
    _ name: String,
    in around: Deadline?
  ) {
    instant = now + limit
    self.limit = limit
    self.origin = origin
    self.step = step
    self.name = name
    self.around = around
  }

  /// The earliest of this deadline and the enclosing ones that still apply; of equal ones, the outermost.
  var nearest: Deadline? {
    let around = around?.nearest
    if isClosed.withLock({ $0 }) { return around }
    guard let around else { return self }
    return instant < around.instant ? self : around
  }

  /// Inner steps share the deadline, so only the step that set it may close it.
  func close(_ step: StepID) {
    if self.step == step { isClosed.withLock { $0 = true } }
  }

  func text(for step: StepID) -> String {
    let owner = self.step == step ? "" : " of the step around it, \(name)"
    return "time limit of \(limit.text)\(owner), set by \(origin.rawValue)"
  }
}
