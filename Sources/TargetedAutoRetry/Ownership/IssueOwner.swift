internal import Foundation

/// The owner of an issue, in both frameworks; an issue of unknown origin fails the test at once.
enum IssueOwner: Equatable, Sendable {
  /// The innermost place keeps the issue.
  case place
  /// The issue fails the test; the reason is for an author who may have expected it to be held back.
  case test(NotWithheld?)
  case unaffected

  init(of origin: IssueOrigin) {
    let decider = origin.around.firstIndex { $0 != .passesOn }
    if origin.onlyMeasures {
      self = .unaffected
    } else if let decider, case .refuses(let reason) = origin.around[decider] {
      self = .test(decider == 0 ? reason : nil)
    } else {
      // The innermost place keeps the issue for any other, so that its step names all attempts that failed by it.
      self = decider == nil ? .test(origin.reason) : .place
    }
  }
}

struct IssueOrigin: Equatable, Sendable {
  enum Standing: Equatable, Sendable {
    case keeps
    /// No further attempt follows, so the issue goes to the enclosing place.
    case passesOn
    /// The enclosing places do not keep the issue either.
    case refuses(NotWithheld)
  }

  /// The decisions of the places around the code, the innermost first.
  var around: [Standing] = []
  /// Whether a place is open to which the issue may seem to belong, although that is not known.
  var isBesideOpenCode = false
  var isOnUnknownThread = false
  /// Whether the issue is the failure of a step, or was held back.
  var isFromLibrary = false
  /// Whether it is a warning, or the failure of a gate, which must not change how steps run.
  var onlyMeasures = false

  func isPassedOn(by index: Int) -> Bool { around[...index].allSatisfy { $0 == .passesOn } }

  /// Why no place keeps the issue; `nil` if nothing is open that could have kept it.
  fileprivate var reason: NotWithheld? {
    if !isBesideOpenCode { return nil }
    if isOnUnknownThread { return .isOnUnknownThread }
    return isFromLibrary ? nil : .isOutside
  }
}

/// A place around code that may keep the issues of that code out of the result: an attempt, or what a feature puts
/// around steps.
protocol IssuePlace: AnyObject, Sendable {
  /// What asks Swift Testing for the issues of the place: the place itself, or another one that it narrows.
  var matcher: ObjectIdentifier { get }

  /// - Parameter test: The running test of XCTest, which may be another than that of the place.
  func standing(canBeReplayed: Bool, in test: TestRun?) -> IssueOrigin.Standing

  /// - Returns: `false` if the place has ended, so that the issue does not belong to it.
  func keep(_ issue: TestIssue) -> Bool

  /// Notes an issue that stays in the result; it is the place's own if the place passed it on.
  func fail(with issue: TestIssue, isItsOwn: Bool)
}

extension IssuePlace {
  func take(_ issue: TestIssue) -> Bool {
    let isKept = keep(issue)
    if isKept { issue.take() }
    return isKept
  }
}

extension StepEnvironment {
  /// The innermost place comes first.
  var places: [any IssuePlace] {
    let attempts = attempt.map { Array($0.withholding) } ?? []
    let place = attempts.isEmpty ? place : attempts.last?.place
    return attempts + (place.map { [$0] } ?? [])
  }
}

extension IssueOrigin {
  init(
    of issue: TestIssue,
    _ environment: StepEnvironment,
    _ places: [any IssuePlace],
    in test: TestRun? = nil,
    canBeReplayed: Bool,
    failsTest: Bool = true,
    isSomethingOpen: Bool = false
  ) {
    self.init(
      around: places.map { $0.standing(canBeReplayed: canBeReplayed, in: test) },
      isBesideOpenCode: isSomethingOpen && !environment.isKnown,
      isOnUnknownThread: !Thread.isMainThread && withUnsafeCurrentTask { $0 == nil },
      isFromLibrary: issue.isFromLibrary,
      onlyMeasures: !failsTest || issue.isUnconditional
    )
  }
}
