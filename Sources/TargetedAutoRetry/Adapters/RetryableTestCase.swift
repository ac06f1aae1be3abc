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
  private let openAttempts = Locked<[AttemptIssues]>([])
  private static let runningCase = Locked<RetryableTestCase?>(nil)

  /// What the steps of this class do, ``RetryPolicy/default`` unless it is overridden.
  open var retryPolicy: RetryPolicy { .default }

  /// What to do about a failed attempt, ``RecoveryAction/retry`` unless it is overridden.
  open func recoveryAction(after attempt: FailedAttempt) -> RecoveryAction { .retry }

  /// The test case that runs, for steps of objects that are no test cases.
  static var running: RetryableTestCase? { runningCase.withLock { $0 } }

  open override func invokeTest() {
    Self.runningCase.withLock { $0 = self }
    defer { Self.runningCase.withLock { $0 = nil } }
    super.invokeTest()
  }

  func open(_ issues: AttemptIssues) {
    openAttempts.withLock { $0.append(issues) }
  }

  func close(_ issues: AttemptIssues) {
    openAttempts.withLock { attempts in attempts.removeAll { $0 === issues } }
  }

  /// - Returns: False where no attempt is open, and the issue has to be recorded.
  private func withhold(_ issue: WithheldIssue) -> Bool {
    if let issues = StepContext.current?.issues, issues.add(issue) { return true }
    return openAttempts.withLock { $0.last }?.add(issue) ?? false
  }

  #if canImport(Darwin)
    open override func record(_ issue: XCTIssue) {
      let location = issue.sourceCodeContext.location
      let withheld = WithheldIssue(
        message: issue.compactDescription,
        place: "\(location?.fileURL.lastPathComponent ?? "unknown place"):\(location?.lineNumber ?? 0)",
        replay: { self.record(issue) }
      )
      if !withhold(withheld) { super.record(issue) }
    }
  #else
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
      if withhold(withheld) {
        XCTestObserver.shared.lastFailure.withLock { $0 = description }
      } else {
        super.recordFailure(withDescription: description, inFile: filePath, atLine: lineNumber, expected: expected)
      }
    }
  #endif
}
