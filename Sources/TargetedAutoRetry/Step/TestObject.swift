internal import XCTest

/// What stands for the test where a step belongs to something else, such as a page object: it gives the step the policy and
/// the hook that the other does not declare.
enum TestObject {
  /// The test case that runs in XCTest, and else the object of the outermost step around.
  ///
  /// Swift Testing tells nobody the suite.
  ///
  /// Each is asked for its conformance here: one that is isolated to an actor is not found on any other, and must not be used
  /// there.
  ///
  /// - Parameters:
  ///   - object: The object of the step, which is no test case.
  ///   - step: The step around it.
  static func of(
    _ object: any TargetedAutoRetry,
    inside step: StepContext?,
    isInSwiftTesting: Bool
  ) -> (any TargetedAutoRetry)? {
    if !isInSwiftTesting, let testCase = RunningTestCase.instance { return testCase.conformer }
    // An object of the same type declares the same.
    guard let outermost = step?.outermostObject, type(of: outermost) != type(of: object) else { return nil }
    if let testCase = outermost as? XCTestCase { return testCase.conformer }
    return outermost as? any TargetedAutoRetry
  }
}
