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
  /// Whether an attempt or flaky scope is open to which the issue may seem to belong, although that is not known.
  var isBesideOpenCode = false
  var isOnUnknownThread = false
  /// Whether the issue is the failure of a step or of a flaky scope.
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

/// A place around code that may keep the issues of that code out of the result.
enum IssuePlace {
  case attempt(AttemptScope)
  case run(TestRun, FlakyScope?)

  func standing(canBeReplayed: Bool) -> IssueOrigin.Standing {
    switch self {
    case .attempt(let attempt): attempt.standing(canBeReplayed: canBeReplayed)
    case .run(let run, let scope): run.standing(in: scope)
    }
  }

  func keep(_ issue: TestIssue) -> Bool {
    let isKept =
      switch self {
      case .attempt(let attempt): attempt.keep(issue)
      case .run(let run, let scope): run.keep(issue, of: scope?.mark)
      }
    if isKept { issue.take() }
    return isKept
  }

  /// Notes an issue that stays in the result; it is the place's own if the place passed it on.
  func fail(with issue: TestIssue, isItsOwn: Bool) {
    switch self {
    case .attempt(let attempt):
      if isItsOwn { _ = attempt.keep(attempt === AttemptScope.current ? issue.inResult : issue.inResult.ofInnerStep) }
    case .run(let run, let scope): run.fail(with: issue, of: isItsOwn ? scope?.mark : nil)
    }
  }

  var id: ObjectIdentifier {
    switch self {
    case .attempt(let attempt): ObjectIdentifier(attempt)
    case .run(let run, _): ObjectIdentifier(run)
    }
  }
}

extension StepEnvironment {
  /// The innermost place comes first; a run of XCTest keeps only the issues of its flaky scopes.
  func places(in test: TestRun? = nil) -> [IssuePlace] {
    let attempts = attempt.map { Array($0.withholding) } ?? []
    let scope = attempts.isEmpty ? flakyScope : attempts.last?.flakyScope
    let around = test == nil ? flakyRun : scope == nil ? nil : test
    return attempts.map(IssuePlace.attempt) + (around.map { [.run($0, scope)] } ?? [])
  }
}

extension IssueOrigin {
  init(
    of issue: TestIssue,
    _ environment: StepEnvironment,
    _ places: [IssuePlace],
    canBeReplayed: Bool,
    failsTest: Bool = true,
    isSomethingOpen: Bool = false
  ) {
    self.init(
      around: places.map { $0.standing(canBeReplayed: canBeReplayed) },
      isBesideOpenCode: isSomethingOpen && !environment.isKnown,
      isOnUnknownThread: !Thread.isMainThread && withUnsafeCurrentTask { $0 == nil },
      isFromLibrary: issue.isFromLibrary,
      onlyMeasures: !failsTest || issue.isUnconditional
    )
  }
}
