internal import XCTest

/// What a feature adds to the runs of a test: places that keep issues out of the result, and further runs.
protocol RunKeeper: AnyObject, Sendable {
  /// A run of a test case begins.
  func begin(_ run: TestRun)

  /// The code of the first run of a test case has returned: ends this run, and performs those that follow.
  func end(_ first: TestRun, of testCase: XCTestCase, _ invokeTest: () -> Void)

  /// A step was cancelled and not run again: then the run forgives nothing.
  func noteCancellation()

  /// What this run and earlier ones keep out of the result, in case that the process ends.
  func issuesToReport(in run: TestRun) -> [TestIssue]
}
