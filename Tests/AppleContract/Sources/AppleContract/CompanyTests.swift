import CompanyTestCases
import Foundation
import Testing
import XCTest

@testable import TargetedAutoRetry
@testable import UITests5
@testable import UITests6

/// Tests that two calls make any base class hold issues back, as `RetryableTestCase` does.
@Suite(.serialized) struct CompanyTests {
  @Test func `a subclass's override receives each real failure once`() async {
    let report = await run(CompanyTestCase.self) { test in
      test.step { if RetryAttempt.current?.number == 1 { XCTFail("not yet") } }
      #expect(test.seen == ["begin"])
      test.step(retries: 0, failsTest: false) { XCTFail("a bug") }
      XCTFail("outside")
      #expect(test.seen == ["begin", "issue", "issue"])
    }
    #expect(report.issues.map(\.message) == ["failed - a bug", "failed - outside"])
    #expect(report.outline.contains("🙈 [WITHHELD: 0]"))
  }

  @Test func `a test that XCTest cut short has ended`() async {
    let runs = await Task.detached { @MainActor in
      let runs = Locked(0)
      let testCase = CompanyTestCase(name: "-[CompanyTests testCutShort]") { testCase in
        let run = runs.withLock { runs in
          runs += 1
          return runs
        }
        // A failed assertion with `continueAfterFailure = false` unwinds past Swift frames.
        if run == 1 { DispatchSemaphore(value: 0).wait() }
        flaky(.fixable(reason: "slow map")) { if run == 2 { XCTFail("a flake") } }
      }
      testCase.start()
      nonisolated(unsafe) let cutShort = testCase
      Thread.detachNewThread { cutShort.invokeTest() }
      while runs.withLock({ $0 }) == 0 { usleep(1_000) }
      testCase.finish()
      testCase.run()
      #expect(testCase.issues.isEmpty)
      return runs.withLock { $0 }
    }.value
    #expect(runs == 3)
  }

  @Test func `a main-actor base class holds issues back in both modes`() async {
    let five = await run(UITests5.CompanyUITestCase.self) { test in
      test.step(until: { test.app.state == .notRunning }) {
        if RetryAttempt.current?.number == 1 { XCTFail("not yet") }
      }
    }
    let six = await run(UITests6.CompanyUITestCase.self) { test in
      test.step(until: { test.app.state == .notRunning }) {
        if RetryAttempt.current?.number == 1 { XCTFail("not yet") }
      }
      XCTFail("outside")
    }
    #expect(five.issues == [])
    #expect(six.issues.map(\.message) == ["failed - outside"])
  }
}
