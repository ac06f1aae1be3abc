import TargetedAutoRetry
import Testing
import XCTest

/// First steps of a process whose steering variables are invalid.
final class SteeringFixture: FixtureTestCase {
  func testTwoSteps() {
    autoRetry(mainAction: {}, successCondition: { true }, actionDescription: "First")  // first step
    autoRetry(mainAction: {}, successCondition: { true }, actionDescription: "Second")
  }
}

struct SteeredPage: TargetedAutoRetry {
  func open() {
    autoRetry(mainAction: {}, successCondition: { true }, actionDescription: "Open")
  }
}

/// A step in `class func setUp` belongs to no test.
final class SteeringOutsideFixture: FixtureTestCase {
  override class func setUp() {
    SteeredPage().open()
    SteeredPage().open()
  }

  func testStep() {
    autoRetry(mainAction: {}, successCondition: { true }, actionDescription: "First")  // first step of a test
  }
}

/// Tests that may run again, and withhold issues.
final class SteeringFlakyFixture: RetryableTestCase {
  func testFlakyScope() {
    flaky(.fixable(reason: "slow map")) {
      autoRetry(mainAction: {}, successCondition: { true }, actionDescription: "Run \(retryCount)")  // flaky step
    }
  }
}

@Suite struct SteeringSuiteFixture: TargetedAutoRetry {
  @Test(.flaky(.fixable(reason: "slow map")))
  func flakyTest() {
    let run = FlakyTrait.retryCount
    autoRetry(mainAction: {}, successCondition: { true }, actionDescription: "Run \(run)")  // flaky step of a suite
  }
}
