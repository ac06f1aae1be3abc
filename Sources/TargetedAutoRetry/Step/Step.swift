final class Step: Sendable {
  /// What happens if the step fails.
  enum FailureEffect: Sendable {
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
  let failureEffect: FailureEffect
  /// Whether the log shows that a condition is checked: value and assertion forms have none of their own.
  let hasCondition: Bool
  let callSite: CallSite
  /// The outermost caller that a helper passed in.
  let caller: CallSite?
  /// Whether a helper passed the caller in between this step and the one around it, whose failure names another place.
  private let hasCallerOfItsOwn: Bool
  let policy: StepPolicy
  /// The retries the policy allows, unless its documented reason has expired or `AUTO_RETRY_ATTEMPTS` overrides it.
  let retryAttempts: Int
  /// Whether `AUTO_RETRY_ATTEMPTS` overrides the retries that the policy allows.
  var isSteered: Bool { !isWait && !hasExpired && retryAttempts != policy.retryAttempts }
  /// Whether the documented reason for the retries has expired.
  let hasExpired: Bool
  let isInSwiftTesting: Bool
  /// The test case that the step, or an enclosing step, was called on.
  let testCase: ObjectIdentifier?
  let parentID: StepID?
  let depth: Int
  /// Whether an enclosing step is running a retry.
  let isInOuterRetry: Bool
  /// The number of times that its action can run in one run of the outermost step; 0 if only time limits it.
  let mostRuns: Int
  /// Set by this step if it has a time limit, or else by the closest step around it that has one.
  private let closestDeadline: Deadline?

  init(
    _ actionDescription: String?,
    _ failureEffect: FailureEffect,
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
    self.failureEffect = failureEffect
    self.policy = policy
    self.isWait = isWait
    self.hasCondition = hasCondition && failureEffect != .isThrown
    self.callSite = callSite
    self.caller = caller
    self.hasExpired = hasExpired
    let allowed = policy.retryAttempts
    // An invalid number is reported, not replaced.
    retryAttempts = isWait || allowed < 0 ? allowed : hasExpired ? 0 : steeredRetries ?? allowed
    self.isInSwiftTesting = isInSwiftTesting
    let step = parent?.step
    hasCallerOfItsOwn = caller != nil && step != nil && step?.caller == nil
    self.testCase = testCase ?? step?.testCase
    parentID = step?.id
    depth = step.map { $0.depth + 1 } ?? 0
    isInOuterRetry = parent.map { $0.attempt.retry > 0 || $0.step.isInOuterRetry } ?? false
    let runs = (step?.mostRuns ?? 1).multipliedReportingOverflow(by: retryAttempts.oneMore)
    mostRuns = isWait || retryAttempts == .max || runs.overflow ? 0 : runs.partialValue
    let around = step?.closestDeadline
    if let time = policy.timeLimit {
      let name = Self.name(actionDescription, at: callSite).capped(at: 200)
      closestDeadline = Deadline(of: id, name, time, from: now, setBy: policy.origins.timeLimit, inside: around)
    } else {
      closestDeadline = around
    }
  }

  /// The earliest of the time limits of this step and the unfinished steps around it.
  var deadline: Deadline? { closestDeadline?.earliest }

  /// Its time limit no longer applies to inner steps that are still running.
  func closeDeadline() {
    if let closestDeadline, closestDeadline.step == id { closestDeadline.close() }
  }

  // If this step belongs to another test case, it is a leftover: on Apple platforms a failed assertion with
  // `continueAfterFailure = false` unwinds past Swift frames, so the task-local state is not restored.
  func mayEnclose(_ testCase: ObjectIdentifier?) -> Bool {
    self.testCase == nil || testCase == nil || self.testCase == testCase
  }

  var failureSite: CallSite { caller ?? callSite }

  var name: String { Self.name(actionDescription, at: callSite) }

  private static func name(_ actionDescription: String?, at callSite: CallSite) -> String {
    guard let actionDescription else { return "Action" }
    return actionDescription.isBlank ? callSite.place : actionDescription.onOneLine
  }

  /// Whether its name has a UUID, which differs in each run.
  var hasChangingName: Bool {
    // Searching a text is expensive, and most names are shorter than a UUID.
    guard let actionDescription, actionDescription.utf8.count >= 36 else { return false }
    return actionDescription.contains(#/[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}/#)
  }

  /// The name for texts that people read.
  var shortName: String { name.capped(at: 200) }

  var nameAndPlace: String { name(at: hasCallerOfItsOwn ? places : callSite.place) }

  var nameInFailure: String { failureSite.place == callSite.place ? shortName : name(at: callSite.place) }

  private func name(at place: String) -> String { name == callSite.place ? place : "\(shortName) (\(place))" }

  /// For example `SignInSteps.swift:26, from SearchTests.swift:17`.
  var places: String {
    failureSite.place == callSite.place ? callSite.place : "\(callSite.place), from \(failureSite.place)"
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
