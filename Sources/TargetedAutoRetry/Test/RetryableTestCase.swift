public import XCTest

/// A test case that withholds the issues of attempts that are retried.
///
/// Inherit from it instead of `XCTestCase`. An issue inside an attempt of one of its steps fails that attempt, not the
/// test: an assertion, an expectation of a helper, an exhausted inner step. If the step succeeds, or one around it that
/// runs it again, the issue does not reach the result of the test. It is in the log, with its own file and line. If the
/// step ends in any other way, the issues of all its attempts are recorded at their own lines.
///
/// An issue belongs to an attempt only if that is known: it is recorded by the code of the attempt, by a task that has
/// inherited the attempt, or by code that carries the attempt with it (``RetryScope``). Every other issue is a failure
/// at once, and the log gives the reason.
///
/// A base class that cannot inherit from it overrides the same two methods: see the guide's page
/// *Assertions in attempts*.
open class RetryableTestCase: XCTestCase, TargetedAutoRetry {
  open var retryPolicy: RetryPolicy { .default }

  /// The number of re-runs of this test after failures in flaky scopes: 0 in its first run.
  public var retryCount: Int { rerun }

  open func recoveryAction(after attempt: FailedAttempt) -> RecoveryAction { .retry }

  open func collectEvidence(of attempt: AttemptEvidence) {}

  open override func invokeTest() {
    withholdingIssues { super.invokeTest() }
  }

  #if canImport(Darwin)
    open override func record(_ issue: XCTIssue) {
      if !withholds(issue) { super.record(issue) }
    }
  #else
    let methodName: String
    let testClosure: XCTestCaseClosure
    /// The run of this instance, if it was made for a re-run; the run keeps the instance alive.
    weak var ownRun: XCTestRun?
    /// True if an error in a flaky scope has cut the run of this instance short.
    var isCutShort = false
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
      if withholds(description, filePath, lineNumber, expected) { return }
      super.recordFailure(withDescription: description, inFile: filePath, atLine: lineNumber, expected: expected)
    }

    /// Runs the test without the overrides of this class and its subclasses.
    func invokeTestOfXCTest() { super.invokeTest() }
  #endif
}

extension XCTestCase {
  /// Runs a test and withholds the issues of its attempts; for `invokeTest()` of your own base class.
  ///
  /// ``RetryableTestCase`` consists of this call and a call of `withholds` in the override that records issues. A base
  /// class that inherits from another one makes both calls itself, as the guide's page *Assertions in
  /// attempts* shows:
  ///
  /// ```swift
  /// override func invokeTest() {
  ///   withholdingIssues { super.invokeTest() }
  /// }
  /// ```
  ///
  /// A class that makes only this call withholds no assertion: the first issue that shows it is a failure at the line of
  /// the call. A class that inherits both calls may make them again.
  public func withholdingIssues(
    fileID: StaticString = #fileID,
    file: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ invokeTest: () -> Void
  ) {
    let callSite = CallSite(fileID, file, line, column)
    // An override further down may have begun the test already.
    if withholdingTest != nil { return invokeTest() }
    defer { TestRun.end(self) }
    invokeUntilItEnds(TestRun(self, at: callSite), invokeTest)
  }

  /// The running test, if its issues can be withheld.
  var withholdingTest: TestRun? { TestRun.of(self).flatMap { $0.withholds ? $0 : nil } }

  var rerun: Int { withholdingTest?.rerun ?? 0 }
}
