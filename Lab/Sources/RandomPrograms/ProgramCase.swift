import Foundation
import TargetedAutoRetry
import XCTest

/// A program in a base class of the library.
final class ProgramCase: RetryableTestCase, TestCaseHost, @unchecked Sendable {
  let state: TestCaseState

  required init(name: String, testClosure: @escaping XCTestCaseClosure) {
    state = TestCaseState()
    super.init(name: name, testClosure: testClosure)
  }

  override func invokeTest() { withRetryPolicy(Step.policyAroundTests) { super.invokeTest() } }

  override func setUpWithError() throws { try runSetUp() }

  override func tearDownWithError() throws { try runTearDown() }

  override func recoveryAction(after attempt: FailedAttempt) -> RecoveryAction { action(after: attempt) }
}

/// A program in a vendor's class that makes both calls itself, and whose tests XCTest cannot run again.
final class ForeignProgramCase: XCTestCase, TestCaseHost, @unchecked Sendable {
  let state: TestCaseState

  required init(name: String, testClosure: @escaping XCTestCaseClosure) {
    state = TestCaseState()
    super.init(name: name, testClosure: testClosure)
  }

  override func invokeTest() {
    withRetryPolicy(Step.policyAroundTests) { withholdingIssues { super.invokeTest() } }
  }

  override func recordFailure(
    withDescription description: String,
    inFile file: String,
    atLine line: Int,
    expected: Bool
  ) {
    if holdBack(description, file: file, line: line, isAssertion: expected) { return }
    super.recordFailure(withDescription: description, inFile: file, atLine: line, expected: expected)
  }

  override func setUpWithError() throws { try runSetUp() }

  override func tearDownWithError() throws { try runTearDown() }

  func recoveryAction(after attempt: FailedAttempt) -> RecoveryAction { action(after: attempt) }
}
