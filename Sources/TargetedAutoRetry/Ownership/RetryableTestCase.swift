public import XCTest

/// A test case that holds back the issues of attempts that are retried.
///
/// Inherit from it instead of `XCTestCase`. An issue inside an attempt, such as a failed assertion or a failed inner
/// step, then fails the attempt and not the test. If the step succeeds, or an enclosing step that ran it again does,
/// the issue does not reach the test result; the log shows it with its own file and line. If the step ends in any other
/// way, the issues of all its attempts are recorded at their own lines.
///
/// An issue belongs to an attempt only if that is known: it was recorded by the attempt's own code, by a task that
/// inherited the attempt, or by code that carried the attempt with it (``RetryScope``). Every other issue fails the
/// test immediately, and the log gives the reason. A base class that cannot inherit from this class overrides the same
/// two methods; see *Assertions* in the guide.
open class RetryableTestCase: XCTestCase, TargetedAutoRetry {
  open var retryPolicy: RetryPolicy { .default }

  open func recoveryAction(after attempt: FailedAttempt) -> RecoveryAction { recoveryAction(for: attempt) }

  open func collectEvidence(of attempt: AttemptEvidence) { collectEvidence(for: attempt) }

  @_documentation(visibility: internal)
  open func collectEvidence(of attempt: FailedAttempt) {}

  @_documentation(visibility: internal)
  open func collectEvidence(for attempt: AttemptEvidence) {}

  @_documentation(visibility: internal)
  open func recoveryAction(for attempt: FailedAttempt) -> RecoveryAction { .retry }

  open override func invokeTest() {
    withholdingIssues(callsHoldBack: true) { super.invokeTest() }
  }

  #if canImport(Darwin)
    open override func record(_ issue: XCTIssue) {
      if !holdBack(issue) { super.record(withRemark(issue)) }
    }
  #else
    let methodName: String
    let testClosure: XCTestCaseClosure
    /// Set if this instance was made for a later run; weak, because the run keeps the instance alive.
    weak var ownRun: XCTestRun?
    /// The instance that XCTest knows, if this one was made for a later run.
    var firstInstance: XCTestCase?
    let waits = Waits()

    public required init(name: String, testClosure: @escaping XCTestCaseClosure) {
      methodName = name
      self.testClosure = testClosure
      super.init(name: name) { testCase in
        guard let testCase = testCase as? RetryableTestCase else { return try testClosure(testCase) }
        try testCase.runTestFunction(testClosure)
      }
    }

    open override var testRun: XCTestRun? { ownRun ?? super.testRun }

    open override func recordFailure(
      withDescription description: String,
      inFile filePath: String,
      atLine lineNumber: Int,
      expected: Bool
    ) {
      if holdBack(description, file: filePath, line: lineNumber, isAssertion: expected) { return }
      let text = withRemark(description)
      super.recordFailure(withDescription: text, inFile: filePath, atLine: lineNumber, expected: expected)
    }

    func makeInstance() -> RetryableTestCase { type(of: self).init(name: methodName, testClosure: testClosure) }

    /// Runs the test without the overrides of this class and its subclasses.
    func invokeTestOfXCTest() { super.invokeTest() }
  #endif
}

extension XCTestCase {
  /// Runs a test and holds back the issues of its attempts.
  ///
  /// A base class that cannot inherit from ``RetryableTestCase`` makes the same two calls: this one, and `holdBack` in
  /// the override that records issues.
  ///
  /// ```swift
  /// override func invokeTest() { withholdingIssues { super.invokeTest() } }
  /// ```
  ///
  /// A class that makes only one of the calls does not hold assertions back: a failed one fails the test immediately, and the
  /// log has a hint. A class that inherits both calls may make them again.
  ///
  /// - Parameter invokeTest: A closure that runs the test with `super.invokeTest()`.
  public func withholdingIssues(_ invokeTest: () -> Void) { withholdingIssues(callsHoldBack: false, invokeTest) }

  /// - Parameter callsHoldBack: Whether the class is known to call `holdBack` as well.
  func withholdingIssues(callsHoldBack: Bool, _ invokeTest: () -> Void) {
    // An override in a subclass may have begun the test already.
    if withholdingTest != nil { return invokeTest() }
    defer { TestRun.end(self) }
    let run = TestRun(self, isAnnounced: true, callsHoldBack: callsHoldBack)
    run.perform(invokeTest)
    run.keeper.end(run, repeating: invokeTest)
  }

  /// The text of an issue that no place around it keeps, with what they say about it.
  func withRemark(_ text: String) -> String {
    if TestIssue.beingRecorded?.isUnconditional == true { return text }
    return text.adding(StepEnvironment.current.places.last?.remark ?? "")
  }

  /// `nil` if the issues of the running test cannot be held back.
  var withholdingTest: TestRun? { TestRun.of(self).flatMap { $0.withholds ? $0 : nil } }
}
