import Foundation
import Testing
import XCTest

@testable import TargetedAutoRetry

@Suite(.serialized) struct WithholdingTests {
  @Test func `a block that runs while a step waits is in no attempt`() async {
    let report = await run(RetryableTestCase.self) { test in
      RunLoop.main.add(Timer(timeInterval: 0.001, repeats: false) { _ in XCTFail("of the body") }, forMode: .default)
      var checks = 0
      test.step(
        policy: RetryPolicy(conditionTimeout: .seconds(10), pollingInterval: .milliseconds(5)),
        until: {
          checks += 1
          return checks == 3
        }
      )
    }
    #expect(report.issues.map(\.message) == ["failed - of the body"])
    #expect(report.outline.contains("🚨 [NOT WITHHELD]"))
  }

  @Test func `a wait on the main thread keeps the run loop running`() async {
    let report = await run(RetryableTestCase.self) { test in
      let ran = Locked(false)
      RunLoop.main.perform { ran.withLock { $0 = true } }
      test.step(
        retries: 0,
        policy: RetryPolicy(conditionTimeout: .milliseconds(80), pollingInterval: .milliseconds(5)),
        until: { ran.withLock { $0 } }
      )
    }
    #expect(report.issues == [])
  }
}
