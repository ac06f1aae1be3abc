import Foundation
import Testing
import XCTest

@testable import TargetedAutoRetry

@Suite(.serialized) struct WithholdingTests {
  @Test func `an assertion of an attempt that is retried never reaches XCTest`() async {
    let report = await runAsRetryableTest { test in
      var attempt = 0
      test.autoRetry(
        mainAction: {
          attempt += 1
          if attempt == 1 { XCTFail("not yet", file: "/src/LoginTests.swift", line: 12) }
        },
        successCondition: { true },
        actionDescription: "Launch"
      )
    }
    #expect(report.issues == [])
    #expect(report.outline.contains("♻️♻️♻️🙈 [WITHHELD: 0] LoginTests.swift:12: failed - not yet"))
  }

  @Test func `an exhausted step hands XCTest the issues of its attempts, then its own`() async {
    let line: UInt = #line + 3
    let report = await runAsRetryableTest { test in
      var attempt = 0
      test.autoRetry(
        mainAction: {
          attempt += 1
          XCTFail("attempt \(attempt)", file: "/src/LoginTests.swift", line: 12)
        },
        successCondition: { true },
        retryAttempts: 1
      )
    }
    #expect(report.issues.map(\.line) == [12, 12, Int(line)])
    #expect(
      report.issues.dropLast().map(\.message) == [
        "failed - attempt 1 (attempt 1 of Action)", "failed - attempt 2 (attempt 2 of Action)",
      ]
    )
  }

  @Test(arguments: [true, false])
  func `an issue that a worker thread records belongs to the attempt that it carries`(carries: Bool) async {
    let report = await runAsRetryableTest { test in
      var attempt = 0
      test.autoRetry(
        mainAction: {
          attempt += 1
          guard attempt == 1 else { return }
          let done = DispatchSemaphore(value: 0)
          let scope = RetryScope.current
          Thread.detachNewThread {
            if carries { scope.perform { XCTFail("from a worker thread") } } else { XCTFail("from a worker thread") }
            done.signal()
          }
          done.wait()
        },
        successCondition: { true }
      )
    }
    #expect(report.issues.map(\.message) == (carries ? [] : ["failed - from a worker thread"]))
    #expect(report.outline.contains("🙈 [WITHHELD: 0]") == carries)
  }

  @Test func `a block that runs while a step waits belongs to no attempt`() async {
    let report = await runAsRetryableTest { test in
      RunLoop.main.add(Timer(timeInterval: 0.001, repeats: false) { _ in XCTFail("of the body") }, forMode: .default)
      var looks = 0
      test.autoRetry(
        mainAction: {},
        successCondition: {
          looks += 1
          return looks == 3
        },
        policy: RetryPolicy(conditionTimeout: .seconds(10), pollingInterval: .milliseconds(5))
      )
    }
    #expect(report.issues.map(\.message) == ["failed - of the body"])
    #expect(report.outline.contains("🚨 [NOT WITHHELD]"))
  }

  @Test func `the error of a value step has the place of the step`() async {
    let line: Int = #line + 2
    let report = await runAsRetryableTest { test in
      try test.autoRetry("Load", retryAttempts: 0, operation: {}, until: { false })
    }
    #expect(report.issues.map(\.file) == ["WithholdingTests.swift"])
    #expect(report.issues.map(\.line) == [line])
  }

  @Test func `the error of reset steps has the place of the step, and says where it comes from`() async {
    struct NoWayBack: Error {}
    let line: Int = #line + 2
    let report = await runAsRetryableTest { test in
      try test.autoRetry(
        mainAction: {},
        successCondition: { false },
        resetSteps: { throw NoWayBack() },
        actionDescription: "Launch"
      )
    }
    #expect(report.issues.map(\.file) == ["WithholdingTests.swift"])
    #expect(report.issues.map(\.line) == [line])
    #expect(report.issues.allSatisfy { $0.message.hasSuffix(" in the reset steps of Launch") })
    #expect(report.outline.contains("stopped at WithholdingTests.swift:\(line): The reset steps threw NoWayBack()."))
  }

  @Test func `a failure outside the steps is a failure`() async {
    let report = await runAsRetryableTest { test in
      test.autoRetry(mainAction: {}, successCondition: { true })
      XCTFail("outside")
    }
    #expect(report.issues.map(\.message) == ["failed - outside"])
  }

  @Test func `a wait on the main thread lets the run loop go on`() async {
    let report = await runAsRetryableTest { test in
      let ran = Locked(false)
      RunLoop.main.perform { ran.withLock { $0 = true } }
      test.autoRetry(
        mainAction: {},
        successCondition: { ran.withLock { $0 } },
        retryAttempts: 0,
        policy: RetryPolicy(conditionTimeout: .milliseconds(80), pollingInterval: .milliseconds(5))
      )
    }
    #expect(report.issues == [])
  }

  @Test func `an assertion of the body beside a step on another thread is a failure`() async {
    let report = await runAsRetryableTest { test in
      let isOpen = DispatchSemaphore(value: 0)
      let isAsserted = DispatchSemaphore(value: 0)
      let isOver = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        Page().autoRetry(
          mainAction: {
            isOpen.signal()
            isAsserted.wait()
          },
          successCondition: { true }
        )
        isOver.signal()
      }
      isOpen.wait()
      XCTFail("in the body")
      isAsserted.signal()
      isOver.wait()
    }
    #expect(report.issues.map(\.message) == ["failed - in the body"])
  }

  @Test func `the withheld issues of a step that outlives its test are reported`() async {
    let testIsOver = DispatchSemaphore(value: 0)
    let stepIsOver = DispatchSemaphore(value: 0)
    let report = await runAsRetryableTest { _ in
      let isWithheld = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        Page().autoRetry(
          mainAction: {
            guard RetryAttempt.current?.number == 1 else { return }
            XCTFail("withheld so far")
            isWithheld.signal()
            testIsOver.wait()
          },
          successCondition: { true }
        )
        stepIsOver.signal()
      }
      isWithheld.wait()
    }
    #expect(report.issues.map(\.message) == ["failed - withheld so far"])
    // No other test may run into the rest of this one.
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        testIsOver.signal()
        stepIsOver.wait()
        continuation.resume()
      }
    }
  }
}

private struct Page: TargetedAutoRetry {}
