import TargetedAutoRetry
import Testing
import XCTest

/// First steps of a process whose steering variables are invalid.
final class SteeringFixture: FixtureTestCase {
  func testTwoSteps() {
    step("First")  // first step
    step("Second")
  }
}

/// Tests that may run again, and hold issues back.
final class SteeringFlakyFixture: RetryableTestCase {
  func testFlakyScope() {
    flaky(.fixable(reason: "slow map")) {}  // flaky scope
  }

  func testRecoversInside() {
    step("Outer") { step("Inner", until: { RetryAttempt.current?.number == 2 }) }
  }
}

/// Steps that a mark of a known issue is around.
@Suite struct KnownIssueSuiteFixture: TargetedAutoRetry {
  @Test func recovers() async {
    await withKnownIssue { await recover() }
  }

  #if compiler(>=6.3)
    @Test func recoversWhereAFailureIsKnown() async {
      await withKnownIssue {
        await recover()
      } matching: {
        $0.isFailure
      }
    }
  #endif

  private func recover() async {
    await stepLater(until: { RetryAttempt.current?.number == 2 }) {}
  }
}

@Suite struct SteeringSuiteFixture: TargetedAutoRetry {
  @Test(.flaky(.fixable(reason: "slow map")))
  func flakyTest() {}  // flaky test of a suite

  @Test func withStep() {
    step("Open")  // step of a suite
  }

  @Test func recoversInside() {
    step("Outer") { step("Inner", until: { RetryAttempt.current?.number == 2 }) }
  }
}
