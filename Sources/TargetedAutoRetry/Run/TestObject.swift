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

// A hook that the object of a step does not declare is that of the test.

extension FailedAttempt {
  func answerOfTest() -> RecoveryAction {
    let surroundings = Surroundings.current
    guard let test = surroundings.hook?.test else { return .retry }
    return Surroundings.$current.withValue(Surroundings(in: surroundings, hook: .ofTest)) {
      test.recoveryAction(after: self)
    }
  }
}

extension AttemptEvidence {
  func letTestCollect() {
    let surroundings = Surroundings.current
    guard let test = surroundings.hook?.test else { return }
    Surroundings.$current.withValue(Surroundings(in: surroundings, hook: .ofTest)) { test.collectEvidence(of: self) }
  }
}
