internal import XCTest

/// The object with the policy and the hooks that the object of a step, such as a page object, does not declare.
///
/// It is the running test case in XCTest; otherwise the object of the outermost step around. Swift Testing never exposes
/// the suite, and XCTest not always the test case.
///
/// The conformance is looked up here: one that is isolated to an actor is not found on another, and must not be used
/// there.
func testObject(of test: RunningTest?, inside context: StepContext?) -> (any TargetedAutoRetry)? {
  guard let object = test?.instance ?? context?.nest.withLock({ $0.object }) else { return nil }
  return object as? any TargetedAutoRetry
}

extension Step {
  /// The object whose hooks apply if the object of the step declares none; a step of a test case has none.
  ///
  /// A hook runs in the context that its step started in.
  fileprivate var objectOfHooks: (any TargetedAutoRetry)? {
    if isOfTestCase { return nil }
    return testObject(of: isInSwiftTesting ? nil : .current, inside: .current)
  }
}

extension FailedAttempt {
  func answerOfTest() -> RecoveryAction {
    guard !isHandedOn, let test = step.objectOfHooks else { return .retry }
    var attempt = self
    attempt.isHandedOn = true
    return test.recoveryAction(after: attempt)
  }
}

extension AttemptEvidence {
  func letTestCollect() {
    guard !isHandedOn, let test = step.objectOfHooks else { return }
    var attempt = self
    attempt.isHandedOn = true
    test.collectEvidence(of: attempt)
  }
}
