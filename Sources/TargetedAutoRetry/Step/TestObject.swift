internal import XCTest

/// The object that stands for the test if a step belongs to another object, such as a page object.
///
/// It supplies the policy and the hook that the other object does not declare.
enum TestObject {
  /// The running test case in XCTest; otherwise the object of the outermost step around.
  ///
  /// Swift Testing never exposes the suite, and XCTest not always the test case.
  ///
  /// The conformance is looked up here: one that is isolated to an actor is not found on another, and must not be used
  /// there.
  ///
  /// - Parameter step: The step around the step of an object that is not a test case.
  static func inside(of step: StepContext?, isInSwiftTesting: Bool) -> (any TargetedAutoRetry)? {
    if !isInSwiftTesting, let testCase = RunningTestCase.instance { return testCase.conformer }
    guard let outermost = step?.outermostObject else { return nil }
    if let testCase = outermost as? XCTestCase { return testCase.conformer }
    return outermost as? any TargetedAutoRetry
  }
}
