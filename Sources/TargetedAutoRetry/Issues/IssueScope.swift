internal import Testing
internal import XCTest

/// Who can keep the issues of an attempt out of the test's result.
enum IssueScope {
  case nobody
  /// A test case that adopts the protocol itself: its assertions fail it at once.
  case plainTestCase(XCTestCase)
  case testCase(any WithholdingTestCase)
  case swiftTesting

  init(_ testCase: XCTestCase?, isInSwiftTesting: Bool) {
    if isInSwiftTesting {
      self = .swiftTesting
    } else if let testCase = (testCase ?? RunningTestCase.current) as? any WithholdingTestCase {
      self = .testCase(testCase)
    } else {
      self = testCase.map(IssueScope.plainTestCase) ?? .nobody
    }
  }

  var withholds: Bool {
    switch self {
    case .nobody, .plainTestCase: false
    case .testCase, .swiftTesting: true
    }
  }

  /// The place for the issues of an attempt; nil where nobody withholds any.
  ///
  /// - Parameters:
  ///   - surroundings: What the step runs inside of, itself included.
  ///   - isSynchronous: Whether the attempt keeps its thread.
  func issues(of attempt: Attempt, in surroundings: Surroundings, isSynchronous: Bool) -> AttemptIssues? {
    func issues(isWaitedFor: Bool) -> AttemptIssues {
      AttemptIssues(
        outer: surroundings.step?.issues,
        flakyPart: surroundings.flakyPart,
        hasRetriesLeft: attempt.retriesRemaining > 0,
        isWaitedFor: isWaitedFor
      )
    }
    switch self {
    case .nobody, .plainTestCase: return nil
    case .testCase(let testCase): return issues(isWaitedFor: isSynchronous && testCase.isBodyHere)
    case .swiftTesting: return issues(isWaitedFor: false)
    }
  }

  /// Runs an attempt whose issues go to the given place.
  func collect<End>(into issues: AttemptIssues?, _ body: () -> End) -> End {
    guard let issues else { return body() }
    switch self {
    case .nobody, .plainTestCase:
      return body()
    case .testCase(let testCase):
      testCase.open(issues)
      return body()
    case .swiftTesting:
      var end: End?
      withKnownIssue(Self.comment, isIntermittent: true) {
        end = body()
      } matching: {
        issues.withholds($0)
      }
      return end.made(by: "withKnownIssue")
    }
  }

  /// The asynchronous twin of ``collect(into:_:)``.
  func collect<End>(
    into issues: AttemptIssues?,
    isolation: isolated (any Actor)?,
    _ body: () async -> End
  ) async -> End {
    guard let issues else { return await body() }
    switch self {
    case .nobody, .plainTestCase:
      return await body()
    case .testCase(let testCase):
      testCase.open(issues)
      return await body()
    case .swiftTesting:
      var end: End?
      await withKnownIssue(Self.comment, isIntermittent: true, isolation: isolation) {
        end = await body()
      } matching: {
        issues.withholds($0)
      }
      return end.made(by: "withKnownIssue")
    }
  }

  /// The step has answered for the issues of an attempt: it has recovered, has reported them, or has run another.
  func settle(_ issues: AttemptIssues) {
    if case .testCase(let testCase) = self { testCase.settle(issues) }
  }

  /// An error that ended the step goes on to the caller.
  func errorLeavesStep(_ error: SameError, _ step: EndedStep) {
    if case .testCase(let testCase) = self { testCase.errorLeavesStep(error, step) }
  }

  private static let comment: Comment = "withheld: a retry of the step may follow"
}

extension IssueScope {
  /// How many failures a plain test case has so far, but for those that only say that a step has recovered.
  var failuresOfPlainTestCase: Int {
    guard case .plainTestCase(let testCase) = self else { return 0 }
    return (testCase.testRun?.totalFailureCount ?? 0) - OwnFailure.gates
  }

  /// Whether a plain test case has got failures since then, for the first time in this test.
  func isFirstFailureOfPlainTestCase(since failures: Int) -> Bool {
    guard case .plainTestCase(let testCase) = self, failuresOfPlainTestCase > failures else { return false }
    return Self.lastWithFailure.withLock { last in
      defer { last = ObjectIdentifier(testCase) }
      return last != ObjectIdentifier(testCase)
    }
  }

  private static let lastWithFailure = Locked<ObjectIdentifier?>(nil)
}
