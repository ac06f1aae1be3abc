internal import XCTest

/// A test case that can keep issues out of its result; the steps below it see it as this.
protocol WithholdingTestCase: XCTestCase {
  /// Whether all other code of the test waits for code that runs here, synchronously.
  var isBodyHere: Bool { get }

  /// The test case by the conformance of its class in this library, where that is no isolated one.
  var ownConformer: (any TargetedAutoRetry)? { get }

  func open(_ issues: AttemptIssues)

  /// The step has answered for the issues of an attempt.
  func settle(_ issues: AttemptIssues)

  /// An error that ended a step goes on to the caller.
  func errorLeavesStep(_ error: SameError, _ step: EndedStep)
}
