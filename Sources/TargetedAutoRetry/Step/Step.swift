/// One step: its call, its policy, and its place among other steps.
final class Step: Sendable {
  enum Kind: Equatable, Sendable {
    case step
    /// A repetition of a step that has passed: reset steps, main action and condition, without retries.
    case repetition(Int, of: Int)
    /// A step without retries: a condition, and an action between two looks at it.
    case wait
  }

  /// The effect of a step that does not succeed.
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
  let kind: Kind
  let failure: Failure
  let hasResetSteps: Bool
  /// The place of its failure: the outermost caller that was handed in, or else its own call.
  let failureSite: CallSite
  let policy: StepPolicy
  /// The retries that an expired excuse and the run leave of those that the policy allows.
  let retryAttempts: Int
  let isExcuseOver: Bool
  let isInSwiftTesting: Bool
  /// The test case instance of the step or of one around, if it is known.
  let testCase: ObjectIdentifier?
  let parentID: StepID?
  /// The outermost step around, or this one.
  let rootID: StepID
  let depth: Int
  /// The number of the burn-in's repetition; 0 outside any.
  let burnIn: Int
  /// That of the step, or else of a step around it.
  let deadline: Deadline?

  init(
    _ actionDescription: String?,
    _ failure: Failure,
    _ policy: StepPolicy,
    kind: Kind = .step,
    hasResetSteps: Bool = false,
    _ failureSite: CallSite,
    in steering: Steering = Steering(),
    isExcuseOver: Bool = false,
    of testCase: ObjectIdentifier? = nil,
    isInSwiftTesting: Bool = false,
    inside parent: Step? = nil,
    now: Duration = .zero
  ) {
    self.actionDescription = actionDescription
    self.failure = failure
    self.policy = policy
    self.kind = kind
    self.hasResetSteps = hasResetSteps
    self.failureSite = failureSite
    self.isExcuseOver = isExcuseOver
    let allowed = policy.retryAttempts
    retryAttempts =
      switch kind {
      case .repetition: 0
      case .wait: allowed
      // An invalid number is reported, not replaced.
      case .step where allowed < 0: allowed
      case .step: isExcuseOver ? 0 : steering.retryAttempts ?? allowed
      }
    self.isInSwiftTesting = isInSwiftTesting
    self.testCase = testCase ?? parent?.testCase
    parentID = parent?.id
    rootID = parent?.rootID ?? id
    depth = parent.map { $0.depth + 1 } ?? 0
    burnIn = if case .repetition(let number, _) = kind { number } else { parent?.burnIn ?? 0 }
    let (id, origin, around) = (id, policy.origins.timeLimit, parent?.deadline)
    deadline =
      policy.timeLimit.map {
        Deadline($0, from: now, origin, of: id, Self.name(actionDescription, at: failureSite), in: around)
      } ?? around
  }

  /// True if a step of that test case that starts inside is nested in this one.
  ///
  /// A step of another test case is a left-over. On Apple platforms a failed assertion with `continueAfterFailure = false`
  /// unwinds past Swift frames, so nothing is popped.
  func mayBeAround(_ testCase: ObjectIdentifier?) -> Bool {
    self.testCase == nil || testCase == nil || self.testCase == testCase
  }

  var callSite: CallSite { failureSite.own }

  var isWait: Bool { kind == .wait }

  var isRepetition: Bool {
    if case .repetition = kind { true } else { false }
  }

  /// True if the condition is checked before the action; a repetition begins with the reset steps instead.
  var looksFirst: Bool { policy.looksFirst && kind == .step }

  /// Nil if time alone bounds the step.
  var mostAttempts: Int? { retryAttempts == .max ? nil : retryAttempts.oneMore }

  var name: String { Self.name(actionDescription, at: failureSite) }

  /// The name for texts that people read.
  var shortName: String { name.capped(at: 200) }

  var nameAndPlace: String { name == callSite.place ? name : "\(shortName) (\(callSite.place))" }

  /// The name, with the call if the failure is at another place.
  var nameInFailure: String { failureSite.place == callSite.place ? shortName : nameAndPlace }

  /// The call, and the caller at which it fails: `SignInSteps.swift:26, from SearchTests.swift:17`.
  var places: String {
    failureSite.place == callSite.place ? callSite.place : "\(callSite.place), from \(failureSite.place)"
  }

  /// The description; the place of the call if that is empty, and `Action` without one.
  static func name(_ description: String?, at site: CallSite? = nil) -> String {
    guard let description else { return "Action" }
    return description.isBlank ? site?.own.place ?? "Action" : description.onOneLine
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
  /// 1 for the first attempt.
  let number: Int
  let retriesRemaining: Int

  var retry: Int { number - 1 }
}

/// A part of an attempt, of its late check or of its reset steps.
enum StepPart: Sendable {
  case firstLook, action, condition, lateCheck, resetSteps
  /// The looks of a step that only waits.
  case wait
}

/// The instant after which a step is not retried, nor are the steps inside, and the step that set it.
final class Deadline: Sendable {
  let instant: Duration
  private let limit: Duration
  private let origin: PolicyOrigin
  private let step: StepID
  private let name: String
  /// The next one further out.
  private let around: Deadline?
  private let isOver = Locked(false)

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

  /// The earliest of this one and of those around, or the outermost of several; a step that is over binds no other.
  var nearest: Deadline? {
    let around = around?.nearest
    if isOver.withLock({ $0 }) { return around }
    guard let around else { return self }
    return instant < around.instant ? self : around
  }

  func end(_ step: StepID) {
    if self.step == step { isOver.withLock { $0 = true } }
  }

  func text(for step: StepID) -> String {
    let owner = self.step == step ? "" : " of the step around it, \(name)"
    return "time limit of \(limit.text)\(owner), set by \(origin.rawValue)"
  }
}
