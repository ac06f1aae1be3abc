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

  override func setUpWithError() throws { try runSetUp() }

  override func tearDownWithError() throws { try runTearDown() }

  override func recoveryAction(after attempt: FailedAttempt) -> RecoveryAction { action(after: attempt) }

  override func collectEvidence(of attempt: AttemptEvidence) { evidence(of: attempt) }

  func waitHere(for expectations: [XCTestExpectation], timeout: TimeInterval) {
    wait(for: expectations, timeout: timeout)
  }
}

/// A vendor's base class that makes both calls.
class ForeignTestCase: XCTestCase, TargetedAutoRetry {
  override func invokeTest() {
    withholdingIssues { super.invokeTest() }
  }

  override func recordFailure(
    withDescription description: String,
    inFile file: String,
    atLine line: Int,
    expected: Bool
  ) {
    if withholds(description, file, line, expected) { return }
    super.recordFailure(withDescription: description, inFile: file, atLine: line, expected: expected)
  }

  func recoveryAction(after attempt: FailedAttempt) -> RecoveryAction { .retry }

  func collectEvidence(of attempt: AttemptEvidence) {}
}

/// A program in that base class, whose tests XCTest cannot run again.
final class ForeignProgramCase: ForeignTestCase, TestCaseHost, @unchecked Sendable {
  let state: TestCaseState

  required init(name: String, testClosure: @escaping XCTestCaseClosure) {
    state = TestCaseState()
    super.init(name: name, testClosure: testClosure)
  }

  override func setUpWithError() throws { try runSetUp() }

  override func tearDownWithError() throws { try runTearDown() }

  override func recoveryAction(after attempt: FailedAttempt) -> RecoveryAction { action(after: attempt) }

  override func collectEvidence(of attempt: AttemptEvidence) { evidence(of: attempt) }

  func waitHere(for expectations: [XCTestExpectation], timeout: TimeInterval) {
    wait(for: expectations, timeout: timeout)
  }
}
