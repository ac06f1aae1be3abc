internal import Foundation

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
