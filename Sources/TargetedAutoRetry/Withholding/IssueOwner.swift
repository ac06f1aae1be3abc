/// Whose an issue is: the one place where that is decided.
///
/// An issue is kept out of the result only where it is known whose it is. Everything else is a failure at once.
enum IssueOwner: Equatable, Sendable {
  /// The innermost attempt around the code that recorded it.
  case attempt
  /// The innermost flaky scope of the test around that code.
  case flakyPart
  /// Nobody but the test.
  case test(NotWithheld?)

  init(of origin: IssueOrigin) {
    self =
      switch (origin.attempt, origin.flakyPart) {
      case (let attempt, let part) where origin.isInRunLoop && (attempt != .isNone || part != .isNone):
        .test(.isInRunLoop)
      case (.isOpen, _): .attempt
      case (.isOver, _): .test(.attemptIsOver)
      case (.isNone, .isOpen): .flakyPart
      case (.isNone, .isOver): .test(.flakyPartIsOver)
      case (.isNone, .isNone): .test(origin.reason)
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
    /// The flaky scope around the outermost attempt, or else the test.
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
  /// The innermost flaky scope of the test, which is not inside of that attempt.
  var flakyPart = Around.isNone
  /// True if a run loop of that attempt or flaky scope runs the code, which may be anybody's.
  var isInRunLoop = false
  /// True if the code belongs to a step or to a flaky scope, although to no attempt.
  var isKnown = false
  var runsInTask = false
  var isOnMainThread = false
  /// True if it is the failure of a step or of a flaky scope.
  var isOwnFailure = false
  /// True if an attempt or a flaky scope of the test is open, which the author may think the issue is from.
  var isSomethingOpen = false

  /// Why an issue that nothing is around is a failure at once, where the author of the test may wonder.
  fileprivate var reason: NotWithheld? {
    if isKnown || !isSomethingOpen { return nil }
    guard runsInTask || isOnMainThread else { return .isOnUnknownThread }
    return isOwnFailure ? nil : .isOutside
  }
}
