internal import Foundation
public import XCTest

/// A test case that withholds the issues of attempts that are retried.
///
/// Inherit from it instead of `XCTestCase`. Whatever fails inside an attempt of one of its steps fails that attempt, and
/// not the test: an assertion, an expectation of a helper, an inner step that is exhausted. If the step recovers, nothing
/// of it reaches the result of the test, and the log has each withheld issue with its own file and line. If it does not,
/// the issues of the last attempt are reported at their own lines, and then the step at the line of the call.
///
/// An issue is withheld only if it is known to be of an attempt that is not over: it was recorded by the code of the
/// attempt, or in a task that this code has started. An issue of a thread without a task is one of the attempt if nothing
/// else of the test could run meanwhile: one attempt is open, and its step is synchronous and keeps the thread of the
/// test. Every other issue is a failure at once, and the log says why.
open class RetryableTestCase: XCTestCase, TargetedAutoRetry {
  /// All runs of this test, from its start on.
  private(set) lazy var runs = TestRuns(at: .zero)

  #if !canImport(Darwin)
    let methodName: String
    let testClosure: XCTestCaseClosure
    /// The instance that XCTest knows, where this one was made for a re-run of its test.
    var original: RetryableTestCase?
    /// The run of this instance, where it was made for a re-run of its test.
    var ownRun: XCTestRun?
    /// The run of the last re-run, where that was skipped and the test has not failed.
    var skippedRerun: XCTestRun?
    /// Whether XCTest is asked for the expectations that nobody has waited for.
    var looksForExpectations = false

    public required init(name: String, testClosure: @escaping XCTestCaseClosure) {
      methodName = name
      self.testClosure = testClosure
      super.init(name: name) { testCase in
        guard let testCase = testCase as? RetryableTestCase else { return try testClosure(testCase) }
        try testCase.runTestFunction(testClosure)
      }
    }

    /// The run of this test; after a re-run that was skipped the run of that, which says so.
    open override var testRun: XCTestRun? { ownRun ?? skippedRerun ?? super.testRun }
  #endif

  /// What the steps of this class do, ``RetryPolicy/default`` unless it is overridden.
  open var retryPolicy: RetryPolicy { .default }

  /// How often this test ran again so far, because it failed in a flaky scope: 0 in its first run.
  public var retryCount: Int { runs.rerun }

  /// What to do about a failed attempt, ``RecoveryAction/retry`` unless it is overridden.
  open func recoveryAction(after attempt: FailedAttempt) -> RecoveryAction { .retry }

  open override func invokeTest() {
    runs = TestRuns(at: RetryEnvironment.current.timekeeper.now())
    RunningTestCase.begin(self)
    defer { RunningTestCase.end() }
    invokeTestUntilItEnds()
  }

  func invokeTestOnce() { super.invokeTest() }

  func adoptRuns(of original: RetryableTestCase) { runs = original.runs }

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
    if OwnFailure.current?.isGate == true { return false }
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
