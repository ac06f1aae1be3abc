internal import XCTest

/// A test case that can keep issues out of its result; the steps below it see it as this.
protocol WithholdingTestCase: XCTestCase {
  /// The run of its test that is going on.
  var currentRun: any IssueKeeper { get }

  /// The test case by the conformance of its class in this library, where that is no isolated one.
  var ownConformer: (any TargetedAutoRetry)? { get }

  func open(_ issues: AttemptIssues)

  /// An attempt is over, and its step has to answer for its issues.
  func close(_ issues: AttemptIssues)

  /// The step has answered for the issues of its attempts.
  func settle(_ issues: [AttemptIssues])

  /// An error that ended a step goes on to the caller.
  func errorLeavesStep(_ error: SameError, _ step: EndedStep)
}
