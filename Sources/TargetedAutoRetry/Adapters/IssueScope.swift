internal import Testing
internal import XCTest

/// Who can keep the issues of an attempt out of the test's result.
enum IssueScope {
  case nobody
  /// A test case that adopts the protocol itself: its assertions fail it at once.
  case plainTestCase(XCTestCase)
  case testCase(RetryableTestCase)
  case swiftTesting

  init(_ testCase: XCTestCase?) {
    if Test.current != nil {
      self = .swiftTesting
    } else if let testCase = testCase as? RetryableTestCase ?? (testCase == nil ? .running : nil) {
      self = .testCase(testCase)
    } else {
      self = testCase.map(IssueScope.plainTestCase) ?? .nobody
    }
  }

  /// The place for the issues of an attempt.
  var newIssues: AttemptIssues? {
    switch self {
    case .nobody, .plainTestCase: nil
    case .testCase, .swiftTesting: AttemptIssues()
    }
  }

  /// Runs an attempt whose issues go to the given place.
  func collect<End>(into issues: AttemptIssues?, of attempt: Attempt, _ body: () -> End) -> End {
    guard let issues else { return body() }
    switch self {
    case .nobody, .plainTestCase:
      return body()
    case .testCase(let testCase):
      testCase.runs.open(issues)
      defer { testCase.runs.close(issues) }
      return body()
    case .swiftTesting:
      var end: End?
      withKnownIssue(Self.comment, isIntermittent: true) {
        end = body()
      } matching: {
        issues.withholds($0, in: attempt)
      }
      return end ?? body()
    }
  }

  /// The asynchronous twin of ``collect(into:of:_:)``.
  func collect<End>(
    into issues: AttemptIssues?,
    of attempt: Attempt,
    isolation: isolated (any Actor)?,
    _ body: () async -> End
  ) async -> End {
    guard let issues else { return await body() }
    switch self {
    case .nobody, .plainTestCase:
      return await body()
    case .testCase(let testCase):
      testCase.runs.open(issues)
      defer { testCase.runs.close(issues) }
      return await body()
    case .swiftTesting:
      var end: End?
      await withKnownIssue(Self.comment, isIntermittent: true, isolation: isolation) {
        end = await body()
      } matching: {
        issues.withholds($0, in: attempt)
      }
      if let end { return end }
      return await body()
    }
  }

  private static let comment: Comment = "withheld: a retry of the step may follow"
}

extension IssueScope {
  /// How many failures a plain test case has so far.
  var failuresOfPlainTestCase: Int {
    if case .plainTestCase(let testCase) = self { testCase.testRun?.totalFailureCount ?? 0 } else { 0 }
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
