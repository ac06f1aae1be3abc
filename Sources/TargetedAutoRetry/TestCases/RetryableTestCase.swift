public import XCTest

/// A test case that withholds the issues of attempts that are retried.
///
/// Inherit from it instead of `XCTestCase`. An issue inside an attempt of one of its steps fails that attempt, and not the
/// test: an assertion, an expectation of a helper, an inner step that is exhausted. If the step succeeds, or one around it
/// that runs it again, the issue does not reach the result of the test, and the log has it with its own file and line.
/// However else the step ends, the issues of all its attempts are recorded at their own lines.
///
/// An issue belongs to an attempt only if that is known: the code of the attempt records it, a task that this code has
/// started, or code that carries the attempt with it (``RetryScope``). Every other issue is a failure at once, and the log
/// says why.
///
/// A base class that cannot inherit from it overrides the same two methods (<doc:AssertionsInAttempts>).
open class RetryableTestCase: XCTestCase, TargetedAutoRetry {
  /// The policy for the steps of this class, ``RetryPolicy/default`` unless it is overridden.
  open var retryPolicy: RetryPolicy { .default }

  /// The number of times that this test ran again so far, because it failed in a flaky scope: 0 in its first run.
  public var retryCount: Int { rerun }

  /// The answer to a failed attempt, ``RecoveryAction/retry`` unless it is overridden.
  open func recoveryAction(after attempt: FailedAttempt) -> RecoveryAction { .retry }

  /// Called after each failed attempt and after the one that recovered; does nothing unless it is overridden.
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
    /// The run of this instance, where it was made for a re-run of its test; it keeps the instance.
    weak var ownRun: XCTestRun?
    /// Those of an instance for a re-run are those of the first.
    var waits = Waits()

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

    /// Runs the test, and nothing that the class or a subclass says around it.
    func invokeTestOfXCTest() { super.invokeTest() }
  #endif
}

extension RetryableTestCase: OwnConformer {
  var ownConformer: any TargetedAutoRetry { self }
}

extension RetryableTestCase {
  /// The names that Retryable gave these types.
  public enum Reliability {
    /// A reason why a part of a test is flaky.
    public typealias Flakiness = TestFlakiness
  }
}
