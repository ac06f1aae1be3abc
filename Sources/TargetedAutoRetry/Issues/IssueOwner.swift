/// Whose an issue is: the one place where that is decided.
///
/// An issue is kept out of the result only where it is known whose it is. Everything else is a failure at once.
enum IssueOwner: Equatable, Sendable {
  /// The innermost attempt around the code that recorded it.
  case attempt
  /// The innermost flaky part of the test around that code.
  case flakyPart
  /// The one attempt for which all other code of the test waits.
  case waitedForAttempt
  /// The one flaky part for which all other code of the test waits.
  case waitedForFlakyPart
  /// Nobody but the test.
  case test(NotWithheld?)

  init(of origin: IssueOrigin) {
    self = origin.isKnown ? Self.ofKnown(origin) : Self.ofUnknown(origin)
  }

  private static func ofKnown(_ origin: IssueOrigin) -> IssueOwner {
    switch (origin.attempt, origin.flakyPart) {
    case (.isOpen, _): .attempt
    case (.isOver, _): .test(.attemptIsOver)
    case (.isNone, .isOpen): .flakyPart
    case (.isNone, .isOver): .test(.flakyPartIsOver)
    case (.isNone, .isNone): .test(nil)
    }
  }

  /// The author may be a thread that an attempt has started, if nothing else of the test can run meanwhile.
  private static func ofUnknown(_ origin: IssueOrigin) -> IssueOwner {
    let isBody = origin.runsInTask || origin.isOnMainThread
    switch (origin.openAttempts, origin.openFlakyParts) {
    case (0, 0): return .test(nil)
    case _ where isBody: return .test(.isOutside)
    case (1, _): return origin.isAttemptWaitedFor ? .waitedForAttempt : .test(.isOnUnknownThread)
    case (0, 1): return origin.isFlakyPartWaitedFor ? .waitedForFlakyPart : .test(.isOnUnknownThread)
    default: return .test(.isOnUnknownThread)
    }
  }
}

extension IssueOwner {
  /// An attempt around the code that recorded an issue.
  enum Attempt: Equatable, Sendable {
    case isOver
    /// It is not followed by another, so its issues are left to what is around its step.
    case isLast
    case mayBeFollowed
  }

  /// Who withholds an issue where it cannot be recorded again later as it was, so that it has to be decided at once.
  enum Keeper: Equatable, Sendable {
    case attempt(Int)
    /// The flaky part around the outermost attempt, or else the test.
    case whatIsAround
    case nobody
  }

  /// - Parameter attempts: The attempts around the code, from the innermost out.
  static func keeper(among attempts: [Attempt]) -> Keeper {
    for (index, attempt) in attempts.enumerated() {
      switch attempt {
      case .isOver: return .nobody
      case .isLast: continue
      case .mayBeFollowed: return .attempt(index)
      }
    }
    return .whatIsAround
  }
}

/// What is known of where an issue was recorded.
struct IssueOrigin: Equatable, Sendable {
  enum Around: Equatable, Sendable {
    case isNone
    case isOpen
    case isOver
  }

  /// The innermost attempt in whose code the issue was recorded.
  var attempt = Around.isNone
  /// The innermost flaky part of the test, which is not inside of that attempt.
  var flakyPart = Around.isNone
  /// Whether the code belongs to a step or to a flaky part, or is this library's own.
  var isKnown = false
  var runsInTask = false
  var isOnMainThread = false
  /// How many attempts of the test are open, and whether the last of them keeps all other code of the test waiting.
  var openAttempts = 0
  var isAttemptWaitedFor = false
  /// The same of its flaky parts.
  var openFlakyParts = 0
  var isFlakyPartWaitedFor = false
}
