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
    autoRetry(mainAction: {}, successCondition: { true }, actionDescription: "Open")  // step outside of a test
  }
}

/// A step in `class func setUp` belongs to no test; the next one has its failure.
final class SteeringOutsideFixture: FixtureTestCase {
  override class func setUp() {
    SteeredPage().open()
    SteeredPage().open()
  }

  func testStep() {
    autoRetry(mainAction: {}, successCondition: { true }, actionDescription: "First")
  }
}

/// Tests that may run again, and withhold issues.
final class SteeringFlakyFixture: RetryableTestCase {
  func testFlakyScope() {
    flaky(.fixable(reason: "slow map")) {}  // flaky scope
  }
}

/// Steps that a mark of a known issue is around.
@Suite struct KnownIssueSuiteFixture: TargetedAutoRetry {
  @Test func passes() {
    withKnownIssue(isIntermittent: true) { SteeredPage().open() }
  }

  @Test func recovers() async {
    await withKnownIssue {
      var attempts = 0
      await autoRetry(
        mainAction: { await Task.yield() },
        successCondition: {
          attempts += 1
          return attempts == 2
        }
      )
    }
  }

  @Test func isExhausted() {
    withKnownIssue { autoRetry(mainAction: {}, successCondition: { false }, retryAttempts: 0) }
  }
}

@Suite struct SteeringSuiteFixture: TargetedAutoRetry {
  @Test(.flaky(.fixable(reason: "slow map")))
  func flakyTest() {}  // flaky test of a suite

  @Test func withStep() {
    autoRetry(mainAction: {}, successCondition: { true }, actionDescription: "Open")  // step of a suite
  }
}
