internal import Foundation

/// The owner of an issue, for both frameworks; if it is not known, the issue is a failure at once.
enum IssueOwner: Equatable, Sendable {
  /// The place with that index keeps it; 0 is the innermost.
  case place(Int)
  /// The test has failed; the reason is there if the author may expect the issue to be withheld.
  case test(NotWithheld?)
  case unaffected

  init(of origin: IssueOrigin) {
    let end = origin.around.firstIndex { $0 != .passesOn }
    self =
      if origin.onlyMeasures {
        .unaffected
      } else if let end {
        if case .refuses(let reason) = origin.around[end] { .test(end == 0 ? reason : nil) } else { .place(end) }
      } else {
        .test(origin.reason)
      }
  }
}

/// The facts about the code that recorded an issue.
struct IssueOrigin: Equatable, Sendable {
  /// A place's decision about an issue; the place is an attempt, or a run of the test for a flaky scope.
  enum Standing: Equatable, Sendable {
    case keeps
    /// No further attempt follows, so the issue goes to the next place out.
    case passesOn
    /// No place further out keeps the issue either.
    case refuses(NotWithheld)
  }

  /// The places around the code, from the innermost out.
  var around: [Standing] = []
  /// True if the author may take the issue for one of an open attempt or flaky scope, which is not known to be around.
  var isBesideOpenCode = false
  var isOnUnknownThread = false
  /// True if the issue is the failure of a step or of a flaky scope.
  var isOwnFailure = false
  /// True for a warning, and for a gate, which measures and does not disturb.
  var onlyMeasures = false

  /// True if the issue is of the place with that index, but no further attempt follows there, nor further in.
  func isPassedOn(by index: Int) -> Bool { around[...index].allSatisfy { $0 == .passesOn } }

  /// The reason why an issue that no place keeps is a failure at once; nil if nothing is open that could have kept it.
  fileprivate var reason: NotWithheld? {
    if !isBesideOpenCode { return nil }
    if isOnUnknownThread { return .isOnUnknownThread }
    return isOwnFailure ? nil : .isOutside
  }
}

/// A place around code that may keep the issues of that code out of the result.
enum IssuePlace: Identifiable {
  case attempt(AttemptScope)
  /// A run of the test, and its flaky scope around the code.
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

  /// Notes an issue that stays in the result; it is the place's own if the place has passed it on.
  func fail(with issue: TestIssue, isItsOwn: Bool) {
    switch self {
    case .attempt(let attempt): if isItsOwn { _ = attempt.keep(issue.inResult) }
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
  /// The places around the current code, innermost first; a run of XCTest keeps the issues of its flaky scopes only.
  func places(in test: TestRun? = nil) -> [IssuePlace] {
    let attempts = step.map { Array($0.withholding) } ?? []
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
      isOwnFailure: issue.isOwn,
      onlyMeasures: !failsTest || issue.isUnconditional
    )
  }
}
