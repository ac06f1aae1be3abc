internal import Foundation
public import XCTest

/// What ``RetryableTestCase`` and `RetryableUITestCase` have in common; inherit from one of them.
open class IssueWithholdingTestCase: XCTestCase {
  /// All runs of this test, from its start on.
  private(set) lazy var runs = TestRuns(at: .zero)

  #if !canImport(Darwin)
    let methodName: String
    let testClosure: XCTestCaseClosure
    /// The instance that XCTest knows, where this one was made for a re-run of its test.
    var original: IssueWithholdingTestCase?
    /// The run of this instance, where it was made for a re-run of its test.
    var ownRun: XCTestRun?
    let waits = Waits()
    /// Whether XCTest is asked for the expectations that nobody has waited for.
    let looksForExpectations = Locked(false)

    public required init(name: String, testClosure: @escaping XCTestCaseClosure) {
      methodName = name
      self.testClosure = testClosure
      super.init(name: name) { testCase in
        guard let testCase = testCase as? IssueWithholdingTestCase else { return try testClosure(testCase) }
        try testCase.runTestFunction(testClosure)
      }
    }

    open override var testRun: XCTestRun? { ownRun ?? super.testRun }
  #endif

  /// How often this test ran again so far, because it failed in a flaky scope: 0 in its first run.
  public var retryCount: Int { runs.rerun }

  var ownConformer: (any TargetedAutoRetry)? { nil }

  open override func invokeTest() {
    runs = TestRuns(at: RetryEnvironment.current.timekeeper.now())
    RunningTestCase.begin(self)
    defer { RunningTestCase.end() }
    invokeTestUntilItEnds()
  }

  /// Runs the test in nothing that a test before may have left behind.
  ///
  /// On Apple's platforms a failed assertion with `continueAfterFailure = false` leaves the test past all Swift code.
  func invokeTestOnce() {
    let surroundings = Surroundings(environment: Surroundings.current.environment)
    Surroundings.$current.withValue(surroundings) { super.invokeTest() }
  }

  func adoptRuns(of original: IssueWithholdingTestCase) { runs = original.runs }

  /// A run is over; whether another follows.
  func runsAgain(after run: XCTestRun?) -> Bool {
    for issue in runs.abandonSteps() {
      RetryEnvironment.current.tellNotWithheld(issue.text, .testIsOver, in: .current(self))
      issue.report()
    }
    let end = runs.endRun(
      wasSkipped: run?.hasBeenSkipped ?? false,
      at: RetryEnvironment.current.timekeeper.now()
    )
    return end.settle(in: .current(self))
  }

  /// Decides what becomes of an issue that XCTest hands on.
  ///
  /// - Returns: Whether to keep it out of the result.
  func withholds(_ issue: WithheldIssue) -> Bool {
    if OwnFailure.isGateNow { return false }
    switch runs.withhold(issue) {
    case .withheld:
      OwnFailure.current?.take()
      return true
    case .recorded(let reason):
      if let reason { RetryEnvironment.current.tellNotWithheld(issue.text, reason, in: .current(self)) }
      return false
    }
  }

  #if canImport(Darwin)
    open override func record(_ issue: XCTIssue) {
      hear(issue)
    }

    func reportToXCTest(_ issue: XCTIssue) { super.record(issue) }
  #else
    open override func recordFailure(
      withDescription description: String,
      inFile filePath: String,
      atLine lineNumber: Int,
      expected: Bool
    ) {
      hear(XCTestFailure(description: description, file: filePath, line: lineNumber, isExpected: expected))
    }

    func reportToXCTest(_ failure: XCTestFailure) {
      super.recordFailure(
        withDescription: failure.description,
        inFile: failure.file,
        atLine: failure.line,
        expected: failure.isExpected
      )
    }
  #endif
}

extension IssueWithholdingTestCase: WithholdingTestCase {
  var currentRun: any IssueKeeper { runs.run }

  func open(_ issues: AttemptIssues) { runs.open(issues) }

  func close(_ issues: AttemptIssues) { runs.close(issues) }

  func settle(_ issues: [AttemptIssues]) { runs.settle(issues) }

  func errorLeavesStep(_ error: SameError, _ step: EndedStep) {
    runs.run.errorLeavesStep(error, step)
  }
}
