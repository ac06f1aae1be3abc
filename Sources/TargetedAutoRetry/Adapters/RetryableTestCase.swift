internal import Foundation
public import XCTest

/// A test case that withholds the issues of attempts that are retried.
///
/// Inherit from it instead of `XCTestCase`. Whatever fails inside an attempt of one of its steps fails that attempt, and
/// not the test: an assertion, an expectation of a helper, an inner step that is exhausted. If the step recovers, nothing
/// of it reaches the result of the test, and the log has each withheld issue with its own file and line. If it does not,
/// the issues of the last attempt are reported at their own lines, and then the step at the line of the call.
///
/// An issue that is recorded on a thread of its own belongs to the attempt that was begun last.
open class RetryableTestCase: XCTestCase, TargetedAutoRetry {
  private static let runningCase = Locked<RetryableTestCase?>(nil)

  /// All runs of this test.
  private(set) var runs = TestRuns()

  /// What the steps of this class do, ``RetryPolicy/default`` unless it is overridden.
  open var retryPolicy: RetryPolicy { .default }

  /// How often this test ran again so far, because it failed in a flaky scope: 0 in its first run.
  public var retryCount: Int { runs.rerun }

  /// What to do about a failed attempt, ``RecoveryAction/retry`` unless it is overridden.
  open func recoveryAction(after attempt: FailedAttempt) -> RecoveryAction { .retry }

  /// The test case that runs, for steps of objects that are no test cases.
  static var running: RetryableTestCase? { runningCase.withLock { $0 } }

  open override func invokeTest() {
    Self.runningCase.withLock { $0 = self }
    defer { Self.runningCase.withLock { $0 = nil } }
    runs.begin(at: RetryEnvironment.current.timekeeper.now())
    invokeTestUntilItEnds()
  }

  /// A run is over; whether another follows.
  private func runsAgain() -> Bool {
    let end = runs.runEnded(
      wasSkipped: testRun?.hasBeenSkipped ?? false,
      at: RetryEnvironment.current.timekeeper.now()
    )
    return end.settle(in: .current(self))
  }

  #if canImport(Darwin)
    private func invokeTestUntilItEnds() {
      repeat { super.invokeTest() } while runsAgain()
    }

    open override func record(_ issue: XCTIssue) {
      let location = issue.sourceCodeContext.location
      let withheld = WithheldIssue(
        message: issue.compactDescription,
        place: "\(location?.fileURL.lastPathComponent ?? "unknown place"):\(location?.lineNumber ?? 0)",
        replay: { self.record(issue) }
      )
      if !runs.withhold(withheld, isThrownError: issue.type == .thrownError) { super.record(issue) }
    }
  #else
    private let methodName: String
    private let testClosure: XCTestCaseClosure
    /// The instance that XCTest knows, where this one was made for a re-run of its test.
    private var original: RetryableTestCase?
    /// The run of the last re-run: it knows whether that was skipped.
    private var lastRerun: XCTestRun?

    public required init(name: String, testClosure: @escaping XCTestCaseClosure) {
      methodName = name
      self.testClosure = testClosure
      super.init(name: name, testClosure: testClosure)
    }

    /// The run of this test; after a re-run that was skipped, the run of that.
    open override var testRun: XCTestRun? {
      guard let lastRerun, original != nil || lastRerun.hasBeenSkipped else { return super.testRun }
      return lastRerun
    }

    private func invokeTestUntilItEnds() {
      invokeTestOnce()
      while runsAgain() {
        // XCTest tears an instance down once only.
        let instance = type(of: self).init(name: methodName, testClosure: testClosure)
        let run = XCTestRun(test: instance)
        instance.runs = runs
        instance.original = self
        instance.lastRerun = run
        lastRerun = run
        run.start()
        instance.invokeTestOnce()
        run.stop()
      }
    }

    private func invokeTestOnce() {
      super.invokeTest()
    }

    open override func recordFailure(
      withDescription description: String,
      inFile filePath: String,
      atLine lineNumber: Int,
      expected: Bool
    ) {
      let file = URL(fileURLWithPath: filePath).lastPathComponent
      let withheld = WithheldIssue(message: description, place: "\(file):\(lineNumber)") {
        self.recordFailure(
          withDescription: description,
          inFile: filePath,
          atLine: lineNumber,
          expected: expected
        )
      }
      if runs.withhold(withheld, isThrownError: !expected) {
        XCTestObserver.shared.lastFailure.withLock { $0 = description }
      } else if let original {
        original.recordFailure(
          withDescription: description,
          inFile: filePath,
          atLine: lineNumber,
          expected: expected
        )
      } else {
        super.recordFailure(withDescription: description, inFile: filePath, atLine: lineNumber, expected: expected)
      }
    }
  #endif
}
