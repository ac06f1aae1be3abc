import Foundation
import Testing
import XCTest

@testable import TargetedAutoRetry

@Suite(.serialized) struct WithholdingTests {
  @Test func `an assertion of an attempt that is retried never reaches XCTest`() async {
    let report = await run(RetryableTestCase.self) { test in
      test.step("Launch") {
        if RetryAttempt.current?.number == 1 { XCTFail("not yet", file: "/src/LoginTests.swift", line: 12) }
      }
    }
    #expect(report.issues == [])
    #expect(report.outline.contains("♻️♻️♻️🙈 [WITHHELD: 0] LoginTests.swift:12: failed - not yet"))
  }

  @Test func `an exhausted step hands XCTest the issues of its attempts, then its own`() async {
    let line: UInt = #line + 3
    let report = await run(RetryableTestCase.self) { test in
      var attempt = 0
      test.step(retries: 1) {
        attempt += 1
        XCTFail("attempt \(attempt)", file: "/src/LoginTests.swift", line: 12)
      }
    }
    #expect(report.issues.map(\.line) == [12, 12, Int(line)])
    #expect(
      report.issues.dropLast().map(\.message) == [
        "failed - attempt 1 (attempt 1 of Action)", "failed - attempt 2 (attempt 2 of Action)",
      ]
    )
  }

  @Test func `an issue of a worker thread belongs to the attempt that the thread carries`() async {
    let report = await run(RetryableTestCase.self) { test in
      test.step {
        guard RetryAttempt.current?.number == 1 else { return }
        let done = DispatchSemaphore(value: 0)
        let scope = RetryScope.current
        Thread.detachNewThread {
          scope.perform { XCTFail("carried") }
          XCTFail("from a worker thread")
          done.signal()
        }
        done.wait()
      }
    }
    #expect(report.issues.map(\.message) == ["failed - from a worker thread"])
    #expect(report.outline.contains("failed - carried"))
  }

  @Test func `a block that runs while a step waits belongs to no attempt`() async {
    let report = await run(RetryableTestCase.self) { test in
      RunLoop.main.add(Timer(timeInterval: 0.001, repeats: false) { _ in XCTFail("of the body") }, forMode: .default)
      var looks = 0
      test.step(
        policy: RetryPolicy(conditionTimeout: .seconds(10), pollingInterval: .milliseconds(5)),
        until: {
          looks += 1
          return looks == 3
        }
      )
    }
    #expect(report.issues.map(\.message) == ["failed - of the body"])
    #expect(report.outline.contains("🚨 [NOT WITHHELD]"))
  }

  @Test func `a wait on the main thread lets the run loop go on`() async {
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
