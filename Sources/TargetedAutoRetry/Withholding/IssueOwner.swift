internal import Foundation

/// Whose an issue is: the one place where that is decided, for both test frameworks.
///
/// An issue is kept out of the result only where it is known whose it is. Everything else is a failure at once.
enum IssueOwner: Equatable, Sendable {
  /// The place of that number around the code keeps it; 0 is the innermost.
  case place(Int)
  /// It has failed the test; where the author may wonder, with the reason.
  ///
  /// - Parameter after: The number of places that have passed it on.
  case test(NotWithheld?, after: Int = 0)
  /// The test, which goes on as if nothing had happened: it is no failure, or one that measures and does not disturb.
  case nobody

  init(of origin: IssueOrigin) {
    self =
      if !origin.failsTest || origin.isGate {
        .nobody
      } else if origin.isInRunLoop, !origin.around.isEmpty {
        .test(.isInRunLoop)
      } else {
        IssueOwner(from: origin)
      }
  }

  private init(from origin: IssueOrigin) {
    for (index, place) in origin.around.enumerated() {
      switch place {
      case .keeps:
        self = .place(index)
        return
      case .passesOn: continue
      case .refuses(let reason):
        self = .test(index == 0 ? reason : nil, after: index)
        return
      }
    }
    self = .test(origin.reason, after: origin.around.count)
  }

  /// The number of places, from the innermost out, that have passed the issue on.
  var passedOn: Int {
    switch self {
    case .place(let index): index
    case .test(_, after: let places): places
    case .nobody: 0
    }
  }
}

/// What is known of where an issue was recorded.
struct IssueOrigin: Equatable, Sendable {
  /// What a place around the code does about an issue: an attempt, or a run of the test for a flaky scope.
  enum Standing: Equatable, Sendable {
    case keeps
    /// It is not followed by another, so its issues are left to what is around it.
    case passesOn
    /// Nothing around it keeps the issue either.
    case refuses(NotWithheld?)
  }

  /// The places around the code, from the innermost out.
  var around: [Standing] = []
  /// True if a run loop that a place spins runs the code, which may be anybody's.
  var isInRunLoop = false
  /// True if the code belongs to a step or to a flaky scope, although to no attempt.
  var isKnown = false
  var runsInTask = false
  var isOnMainThread = false
  /// True if it is the failure of a step or of a flaky scope.
  var isOwnFailure = false
  /// True if it says that a step has recovered, or that something is misused.
  var isGate = false
  /// False for a warning.
  var failsTest = true
  /// True if an attempt or a flaky scope of the test is open, which the author may think the issue is from.
  var isSomethingOpen = false

  /// Why an issue that nobody around keeps is a failure at once, where the author of the test may wonder.
  fileprivate var reason: NotWithheld? {
    if isKnown || !isSomethingOpen { return nil }
    guard runsInTask || isOnMainThread else { return .isOnUnknownThread }
    return isOwnFailure ? nil : .isOutside
  }
}

/// A place around code that may keep the issues of that code out of the result.
enum IssuePlace {
  case attempt(AttemptIssues)
  /// A run of the test, and the flaky scope of it that the code is in.
  case run(TestRun, FlakyScope?)

  func standing(canBeReplayed: Bool) -> IssueOrigin.Standing {
    switch self {
    case .attempt(let attempt): attempt.standing(canBeReplayed: canBeReplayed)
    case .run(let run, let scope): run.standing(in: scope)
    }
  }

  /// - Returns: False if it is over by now.
  func keeps(_ issue: WithheldIssue) -> Bool {
    switch self {
    case .attempt(let attempt): attempt.add(issue)
    case .run(let run, let scope): run.withholds(issue, in: scope)
    }
  }

  /// Takes note of an issue that it does not keep out of the result.
  ///
  /// - Parameter isItsOwn: True if it has passed the issue on.
  func fails(with issue: WithheldIssue, isItsOwn: Bool) {
    switch self {
    case .attempt(let attempt): if isItsOwn { _ = attempt.add(issue.inResult) }
    case .run(let run, _): run.fails(with: issue)
    }
  }

  func isSame(as place: IssuePlace) -> Bool {
    switch (self, place) {
    case (.attempt(let one), .attempt(let other)): one === other
    case (.run(let one, _), .run(let other, _)): one === other
    default: false
    }
  }
}

extension Surroundings {
  /// The places around the current code, from the innermost out.
  ///
  /// - Parameter run: That of a test of XCTest: it keeps the issues of its flaky scopes, and no others.
  func places(in run: TestRun? = nil) -> [IssuePlace] {
    let attempts = step?.issues.map { Array(sequence(first: $0, next: \.outer)) } ?? []
    let scope = attempts.isEmpty ? flakyScope : attempts.last?.flakyScope
    let inSwiftTesting = testRun.map { Array(sequence(first: $0, next: \.outer)) } ?? []
    let runs = run.map { scope == nil ? [] : [$0] } ?? inSwiftTesting
    return attempts.map(IssuePlace.attempt) + runs.map { .run($0, scope) }
  }
}

extension IssueOrigin {
  /// The origin of an issue that the current code has recorded.
  init(
    _ surroundings: Surroundings,
    _ places: [IssuePlace],
    canBeReplayed: Bool,
    failsTest: Bool = true,
    isSomethingOpen: Bool = false
  ) {
    self.init(
      around: places.map { $0.standing(canBeReplayed: canBeReplayed) },
      isInRunLoop: surroundings.isOfSpinner,
      isKnown: surroundings.step != nil || surroundings.flakyScope != nil,
      runsInTask: withUnsafeCurrentTask { $0 != nil },
      isOnMainThread: Thread.isMainThread,
      isOwnFailure: OwnFailure.current != nil,
      isGate: OwnFailure.current?.kind == .gate,
      failsTest: failsTest,
      isSomethingOpen: isSomethingOpen
    )
  }
}
