import CompanyTestCases
import Foundation
import Testing
import XCTest

@testable import TargetedAutoRetry
@testable import UITests5
@testable import UITests6

/// A base class with the first call only.
private final class InvokingTestCase: XCTestCase, TargetedAutoRetry {
  static let line = #line + 3

  override func invokeTest() {
    withholdingIssues { super.invokeTest() }
  }
}

/// A base class with the second call only.
private final class RecordingTestCase: XCTestCase, TargetedAutoRetry {
  override func record(_ issue: XCTIssue) {
    if !withholds(issue) { super.record(issue) }
  }
}

/// A class that makes the calls although its superclass does too.
private final class CautiousTestCase: CompanyTestCase {
  override func invokeTest() {
    withholdingIssues { super.invokeTest() }
  }

  override func record(_ issue: XCTIssue) {
    if !withholds(issue) { super.record(issue) }
  }
}

/// Notes which tests with flaky scopes have failed.
private struct Ends: RetryEventSink {
  let failed = Locked<[Bool]>([])

  func receive(_ event: RetryEvent) {
    if case .testEnded(let report) = event.kind {
      failed.withLock { $0.append(!report.outcome.isSuccess && !report.wasSkipped) }
    }
  }
}

/// Tests that two calls make any base class withhold issues, as `RetryableTestCase` does.
@Suite(.serialized) struct CompanyTests {
  @Test func `an issue that is forgiven reaches no override below, and every other one reaches it once`() async {
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

  @Test func `a class that makes only the first call withholds nothing, and an issue says so`() async {
    let ends = Ends()
    let report = await run(InvokingTestCase.self, sink: ends) { test in
      test.flaky(.fixable(reason: "slow map")) { XCTFail("a bug") }
    }
    #expect(report.issues.count == 2)
    #expect(report.issues.first?.message == "failed - a bug")
    #expect(report.issues.last?.message.hasPrefix("failed - withholdingIssues is only one of two calls") == true)
    #expect(report.issues.last?.line == InvokingTestCase.line)
    #expect(!report.outline.contains("[FLAKY]"))
    #expect(ends.failed.withLock { $0 } == [true])
  }

  @Test func `a class that makes only the second call withholds nothing`() async {
    let line = #line + 2
    let report = await run(RecordingTestCase.self) { test in
      test.flaky(.fixable(reason: "slow map")) {
        test.step { XCTFail("a bug") }
      }
    }
    let message = "failed - A flaky scope needs a test that can run again: inherit from RetryableTestCase."
    #expect(report.issues.map(\.message) == [message, "failed - a bug"])
    #expect(report.issues.first?.line == line)
    #expect(report.outline.contains("💡 [HINT]"))
  }

  @Test func `a class that makes the calls twice decides about each issue once, and runs a test again once`() async {
    let report = await run(CautiousTestCase.self) { test in
      test.flaky(.fixable(reason: "slow map")) { if test.seen.count < 3 { XCTFail("a flake") } }
      if test.seen.count == 3 {
        var scope = RetryScope.current
        test.step { scope = .current }
        scope.perform { XCTFail("a bug") }
      }
    }
    #expect(report.issues.map(\.message) == ["failed - a bug", "failed - a flake (run 1 of the test)"])
    #expect(report.outline.components(separatedBy: "[NOT WITHHELD]").count == 2)
  }

  @Test func `a test that XCTest has cut short is over, also for the same instance that runs again`() async {
    let runs = await Task.detached { @MainActor in
      let runs = Locked(0)
      let testCase = CompanyTestCase(name: "-[CompanyTests testCutShort]") { testCase in
        let run = runs.withLock { runs in
          runs += 1
          return runs
        }
        // A failed assertion with `continueAfterFailure = false` unwinds past Swift frames.
        if run == 1 { DispatchSemaphore(value: 0).wait() }
        testCase.flaky(.fixable(reason: "slow map")) { if run == 2 { XCTFail("a flake") } }
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

  @Test func `a base class on the main actor withholds in both language modes`() async {
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
