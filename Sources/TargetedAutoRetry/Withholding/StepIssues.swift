internal import Testing
internal import XCTest

/// The issues that the attempts of a step have withheld; it answers for all of them when it is over.
struct StepIssues {
  let scope: IssueScope
  /// The attempts that have withheld something.
  private var unsettled: [AttemptIssues] = []

  init(_ scope: IssueScope) {
    self.scope = scope
  }

  /// An attempt or its late check is over.
  ///
  /// - Returns: The issues that it has withheld.
  mutating func ended(_ issues: AttemptIssues?) -> [WithheldIssue] {
    guard let issues else { return [] }
    scope.close(issues)
    let withheld = issues.close()
    if withheld.isEmpty { scope.settle([issues]) } else { unsettled.append(issues) }
    return withheld
  }

  /// The step is over: only if it has succeeded, what its attempts have withheld is forgiven.
  mutating func settle(hasSucceeded: Bool, attempts: Int) {
    if unsettled.isEmpty { return }
    scope.settle(unsettled)
    if !hasSucceeded { unsettled.takeDistinct(ofAttempts: attempts).forEach { $0.report() } }
    unsettled = []
  }
}

/// Who can keep the issues of an attempt out of the test's result.
enum IssueScope {
  case nobody
  /// A test case that adopts the protocol itself: its assertions fail it at once.
  case plainTestCase(XCTestCase)
  /// The test case, and the run of it in which the step began.
  case testCase(any WithholdingTestCase, run: any IssueKeeper)
  case swiftTesting

  init(_ testCase: XCTestCase?, isInSwiftTesting: Bool) {
    if isInSwiftTesting {
      self = .swiftTesting
    } else if let testCase = (testCase ?? RunningTestCase.current) as? any WithholdingTestCase {
      self = .testCase(testCase, run: testCase.currentRun)
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

  /// True if the run of the test is over in which a step began; an attempt that begins then withholds nothing.
  ///
  /// Swift Testing tells nobody that a test is over, but for a run that a trait has started.
  func isTestOver(_ surroundings: Surroundings) -> Bool {
    switch self {
    case .nobody, .plainTestCase: false
    case .testCase(_, let run): !run.isOpen
    case .swiftTesting: surroundings.testRun?.isOpen == false
    }
  }

  /// True if Swift Testing has to be asked to keep issues out of the result, around the code of an attempt.
  var needsKnownIssues: Bool {
    if case .swiftTesting = self { true } else { false }
  }

  /// An attempt begins whose issues are withheld.
  func open(_ issues: AttemptIssues) {
    if case .testCase(let testCase, _) = self { testCase.open(issues) }
  }

  /// An attempt is over, and its step has to answer for its issues.
  func close(_ issues: AttemptIssues) {
    if case .testCase(let testCase, _) = self { testCase.close(issues) }
  }

  /// The step has answered for the issues of its attempts: it has recovered, or it reports them.
  func settle(_ issues: [AttemptIssues]) {
    if case .testCase(let testCase, _) = self { testCase.settle(issues) }
  }

  /// An error that ended the step goes on to the caller.
  func errorLeavesStep(_ error: SameError, _ step: EndedStep) {
    if case .testCase(let testCase, _) = self { testCase.errorLeavesStep(error, step) }
  }
}

extension AttemptIssues {
  private static let comment: Comment = "withheld: a retry of the step may follow"

  /// Runs an attempt of which Swift Testing keeps the issues out of the result.
  func collect<End>(_ body: () -> End) -> End {
    var end: End?
    withKnownIssue(Self.comment, isIntermittent: true) {
      end = body()
    } matching: {
      self.withholds($0)
    }
    return end.made(by: "withKnownIssue")
  }

  /// The asynchronous twin of ``collect(_:)``.
  func collect<End>(isolation: isolated (any Actor)?, _ body: () async -> End) async -> End {
    var end: End?
    await withKnownIssue(Self.comment, isIntermittent: true, isolation: isolation) {
      end = await body()
    } matching: {
      self.withholds($0)
    }
    return end.made(by: "withKnownIssue")
  }
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
