internal import XCTest

/// What stands for the test where a step belongs to something else, such as a page object: it gives the step the policy and
/// the hook that the other does not declare.
enum TestObject {
  /// The test case that runs in XCTest, and else the object of the outermost step around.
  ///
  /// Swift Testing tells nobody the suite, and XCTest not always the test case.
  ///
  /// Each is asked for its conformance here: one that is isolated to an actor is not found on any other, and must not be used
  /// there.
  ///
  /// - Parameter step: The step around that of an object that is no test case.
  static func inside(of step: StepContext?, isInSwiftTesting: Bool) -> (any TargetedAutoRetry)? {
    if !isInSwiftTesting, let testCase = RunningTestCase.instance { return testCase.conformer }
    guard let outermost = step?.outermostObject else { return nil }
    if let testCase = outermost as? XCTestCase { return testCase.conformer }
    return outermost as? any TargetedAutoRetry
  }
}
