import Foundation
import Testing
import XCTest

@testable import TargetedAutoRetry

@Suite(.serialized) struct ActivityTests {
  @Test func `a nested step that recovers is a tree of activities`() async {
    let report = await run(ContractTestCase.self) { test in
      var launches = 0
      var signIns = 0
      test.step("Launch and Sign In", until: { signIns == 2 }) {
        test.step("Launch", until: { launches > 1 }, reset: {}) { launches += 1 }
        signIns += 1
      }
    }
    let expected = """
      Launch and Sign In
          Launch
          Wait for Success Condition for action: Launch
          ♻️♻️♻️ [RETRY INFO: 0] Launch Attempt Unsuccessful. Number of attempts: 1. Attempts remaining: 3. Retrying.
          ♻️♻️♻️🔎 [CAUSE: 0] The success condition was still false 0 ms after the action (checked once).
          ♻️♻️♻️⏪ [RESET STEPS: 0] Run Reset Steps to Retry action: Launch
          ♻️♻️♻️▶️ [NEW RETRY ACTION: 1] Launch. Retry attempt: 1. Attempts remaining: 2.
          ♻️♻️♻️⏱ [SUCCESS CONDITION: 1] Wait for Success Condition for action: Launch. Retry attempt: 1. Attempts remaining: 2.
          ♻️♻️♻️✅ Launch required 1 retry attempt before success. Recovered by retrying.
      Wait for Success Condition for action: Launch and Sign In
      ♻️♻️♻️ [RETRY INFO: 0] Launch and Sign In Attempt Unsuccessful. Number of attempts: 1. Attempts remaining: 3. Retrying.
      ♻️♻️♻️🔎 [CAUSE: 0] The success condition was still false 0 ms after the action (checked once).
      ♻️♻️♻️▶️ [NEW RETRY ACTION: 1] Launch and Sign In. Retry attempt: 1. Attempts remaining: 2.
          Launch
          Wait for Success Condition for action: Launch
      ♻️♻️♻️⏱ [SUCCESS CONDITION: 1] Wait for Success Condition for action: Launch and Sign In. Retry attempt: 1. Attempts remaining: 2.
      ♻️♻️♻️✅ Launch and Sign In required 1 retry attempt before success. Recovered by retrying.
      """
    #expect(report.outline == expected)
    #expect(report.console == [])
    #expect(report.issues == [])
  }

  @Test func `an error crosses the activities and leaves them closed`() async {
    let report = await run(ContractTestCase.self) { test in
      _ = try? test.step { throw XCTSkip() }
      test.step("Next")
    }
    #expect(report.activities.map(\.name).suffix(2) == ["Next", "Wait for Success Condition for action: Next"])
    #expect(report.activities.count == 4)
  }

  @Test func `off the main thread there is no activity and no line is lost`() async {
    let report = await run(ContractTestCase.self) { test in
      nonisolated(unsafe) let test = test
      let dependencies = Dependencies.current
      let done = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        StepEnvironment.$current.withValue(StepEnvironment(in: .current, dependencies: dependencies)) {
          test.step("Launch")
        }
        done.signal()
      }
      done.wait()
    }
    #expect(report.activities == [])
    #expect(report.console == ["Launch", "Wait for Success Condition for action: Launch"])
  }

  @Test(arguments: ["XCTestConfigurationFilePath", "__XCODE_BUILT_PRODUCTS_DIR_PATHS", "PATH"])
  func `either of two variables shows that Xcode runs the tests`(variable: String) async {
    let report = await run(ContractTestCase.self, environment: [variable: ""]) { test in
      test.step("Launch")
    }
    let lines = ["Launch", "Wait for Success Condition for action: Launch"]
    #expect(report.activities.map(\.description) == (variable == "PATH" ? [] : lines))
    #expect(report.console == (variable == "PATH" ? lines : []))
  }

  @Test func `no activity is created outside a test case`() async {
    let report = await runLater(ContractTestCase.self) { _ in
      XCTestCase.current?.finish()
      ContractTestCase(name: "-[ContractTestCase testNotRun]") { _ in }
        .step("Launch")
    }
    #expect(report.console == ["Launch", "Wait for Success Condition for action: Launch"])
  }

  @Test func `an asynchronous step logs activities without children`() async {
    let report = await runLater(ContractTestCase.self) { test in
      await test.stepLater("Launch") {}
    }
    #expect(report.activities == [Activity("Launch"), Activity("Wait for Success Condition for action: Launch")])
  }
}
