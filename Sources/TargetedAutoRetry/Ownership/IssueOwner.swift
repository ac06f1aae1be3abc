internal import Foundation
internal import Testing

/// The owner of an issue, in both frameworks; an issue of unknown origin fails the test at once.
enum IssueOwner: Equatable, Sendable {
  /// The innermost place keeps the issue.
  case place
  /// The issue fails the test; the reason is for an author who may have expected it to be held back.
  case test(NotWithheld?)
  case unaffected

  init(of origin: IssueOrigin) {
    let decider = origin.around.firstIndex { $0 != .passesOn }
    if origin.mustNotAffectSteps {
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
    /// The place can neither forgive the issue nor record it again, so the enclosing place decides.
    case passesOn
    /// The enclosing places do not keep the issue either.
    case refuses(NotWithheld)
  }

  /// The decisions of the places around the code, the innermost first.
  var around: [Standing] = []
  /// Whether a place is open to which the issue may seem to belong, although that is not known.
  var isBesideOpenCode = false
  var isOnUnknownThread = false
  /// Whether the code is in reset steps, which hold nothing back.
  var isInResetSteps = false
  /// Whether the issue is the failure of a step, or was held back.
  var isFromStep = false
  /// Whether it is a warning, an issue that the author expects, a misuse, or a failure by `AUTO_RETRY_FAIL_ON_RECOVERY`.
  var mustNotAffectSteps = false

  /// Whether nothing tells what the current thread belongs to: it is neither the main thread nor that of a task.
  static var isThreadUnknown: Bool { !Thread.isMainThread && withUnsafeCurrentTask { $0 == nil } }

  func isPassedOn(by index: Int) -> Bool { around[...index].allSatisfy { $0 == .passesOn } }

  /// Why no place keeps the issue; `nil` if nothing is open that could have kept it.
  fileprivate var reason: NotWithheld? {
    if isInResetSteps { return .isInResetSteps }
    if !isBesideOpenCode { return nil }
    if isOnUnknownThread { return .isOnUnknownThread }
    return isFromStep ? nil : .isOutside
  }
}

/// A place around code that may keep the issues of that code out of the result: an attempt, or what a feature puts
/// around steps.
protocol IssuePlace: AnyObject, Sendable {
  /// The id of the matcher that handles the issues of the place: its own, or that of a place that it narrows.
  var matcher: ObjectIdentifier { get }

  /// - Parameter test: The running test of XCTest, which may be another than that of the place.
  func standing(canBeRecordedAgain: Bool, in test: TestRun?) -> IssueOrigin.Standing

  /// - Returns: `false` if the place has ended, so that the issue does not belong to it.
  func keep(_ issue: TestIssue) -> Bool

  /// Notes an issue that stays in the result; it is the place's own if the place passed it on.
  func noteInResult(_ issue: TestIssue, isItsOwn: Bool)

  /// What an issue that stays in the result says about the place; empty if nothing.
  var remark: String { get }
}

extension IssuePlace {
  var remark: String { "" }

  func accept(_ issue: TestIssue) -> Bool {
    let isKept = keep(issue)
    if isKept { issue.noteDelivery() }
    return isKept
  }
}

extension StepEnvironment {
  /// The innermost place comes first.
  var places: [any IssuePlace] {
    let attempts = scope.map { Array($0.withholding) } ?? []
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
    canBeRecordedAgain: Bool,
    failsTest: Bool = true
  ) {
    self.init(
      around: places.map { $0.standing(canBeRecordedAgain: canBeRecordedAgain, in: test) },
      isBesideOpenCode: test?.isSomethingOpen == true && environment.isOutside,
      isOnUnknownThread: Self.isThreadUnknown,
      isInResetSteps: test?.withholds == true && environment.scope?.withholds == false,
      isFromStep: issue.isFromStep,
      mustNotAffectSteps: !failsTest || issue.isUnconditional
    )
  }
}

// XCTest asks before it records an issue.
extension TestRun {
  /// Keeps an issue that the override of a base class handed in out of the result, if a place keeps it.
  func keepOut(handedIn issue: TestIssue) -> Bool {
    state.withLock { $0.callsHoldBack = true }
    return TestIssue.beingRecorded == nil && keepOut(issue)
  }

  /// Keeps an issue out of the result if a place keeps it, or else notes it; called before XCTest records it.
  ///
  /// - Returns: Whether it is kept out.
  func keepOut(_ issue: TestIssue) -> Bool {
    let passing = "\(ObjectIdentifier(Thread.current)) \(failures) \(issue.text)"
    if state.withLock({ $0.passedOn == passing }) { return false }
    let environment = StepEnvironment.current
    let places = environment.places
    let origin = IssueOrigin(of: issue, environment, places, in: self, canBeRecordedAgain: true)
    switch IssueOwner(of: origin) {
    case .place:
      // A place that has just ended decides differently the next time.
      return places[0].accept(issue) || keepOut(issue)
    case .test(let reason):
      if let place = places.last, origin.isPassedOn(by: places.count - 1) {
        place.noteInResult(issue, isItsOwn: true)
      } else {
        _ = note(issue)
      }
      if let reason { Dependencies.current.emitNotWithheld(issue.text, reason, in: Self.identity(of: self)) }
    case .unaffected: break
    }
    state.withLock { $0.passedOn = passing }
    return false
  }
}

// Swift Testing asks each place, from the innermost outwards.
extension Issue {
  /// Whether the place keeps the issue out of the result.
  ///
  /// Swift Testing asks the matcher of each place until one answers `true`. Each answer comes from all places around the
  /// code, and acts only for its own: the innermost keeps the issue or says why not, and any other notes it.
  func isKeptOut(by place: any IssuePlace) -> Bool {
    let environment = StepEnvironment.current
    // A `withKnownIssue` of the author asks about an error that leaves it, before anything records the error.
    if let error, environment.run?.isEnding(error) == true { return false }
    let places = environment.places
    let issue = TestIssue.beingRecorded ?? TestIssue(message, at: sourceLocation)
    // An issue of this library is only text, so it can be recorded again unchanged. Outside tests, an issue that is not
    // recorded again would be lost.
    let canBeRecordedAgain = issue.isFromStep || Test.Case.current == nil
    let origin = IssueOrigin(
      of: issue,
      environment,
      places,
      canBeRecordedAgain: canBeRecordedAgain,
      failsTest: issue.outranksTraits ? failsTest : handled?.failsTest ?? false
    )
    let owner = IssueOwner(of: origin)
    if owner == .unaffected { return false }
    // The matcher of a place is asked even if the code was carried out of that place.
    guard let index = places.firstIndex(where: { $0.matcher == place.matcher }) else {
      place.noteInResult(issue, isItsOwn: false)
      // The outermost attempt is asked last, and once.
      if environment.isOutside, (place as? AttemptScope).map({ $0.parent == nil }) == true {
        Dependencies.current.emitNotWithheld(issue.text, .isOutside, in: TestRun.identity(of: nil))
      }
      return false
    }
    // If the innermost place has just ended, Swift Testing asks the next, which decides again.
    if owner == .place, index == 0 { return places[0].accept(issue) }
    if index == 0, case .test(let reason?) = owner {
      Dependencies.current.emitNotWithheld(issue.text, reason, in: TestRun.identity(of: nil))
    }
    places[index].noteInResult(issue, isItsOwn: origin.isPassedOn(by: index))
    return false
  }
}
