import Foundation
import TargetedAutoRetry
import XCTest

struct OnPurpose: Error {}

/// Facts about issues and waits: where an issue is, who has it, and what runs while a step waits.
final class IssueTests: FactTestCase {
  func testEnvironment() {
    let variables = ProcessInfo.processInfo.environment
    let xcode = ["XCTestConfigurationFilePath", "__XCODE_BUILT_PRODUCTS_DIR_PATHS"].filter { variables[$0] != nil }
    note(.runsUnderXcode, if: xcode.isEmpty, "no", else: "yes: \(xcode.joined(separator: ", "))")
    let simulator = ["SIMULATOR_DEVICE_NAME", "SIMULATOR_RUNTIME_VERSION"].compactMap { variables[$0] }
    let model = variables["SIMULATOR_MODEL_IDENTIFIER"] ?? "no model"
    note(
      .simulator,
      if: simulator.count == 2,
      "yes: \(simulator.joined(separator: ", ")) (\(model))",
      else: "no: \(variables.keys.filter { $0.hasPrefix("SIMULATOR") }.sorted().joined(separator: ", "))"
    )
  }

  func testPlaces() {
    let line = #line + 1
    XCTFail("on purpose")
    note(.placeOfAssertion, "\(noted.all.last?.place ?? "none")", "IssueTests.swift:\(line)", "its own line")
    note(.suppressed, "\(testRun?.totalFailureCount ?? -1)")
    let call = #line + 1
    autoRetry(mainAction: {}, successCondition: { false }, actionDescription: "Fail on Purpose", retryAttempts: 0)
    note(.placeOfStep, "\(noted.all.last?.place ?? "none")", "IssueTests.swift:\(call)", "the line of the call")
  }

  func testError() throws { throw OnPurpose() }

  override nonisolated func record(_ issue: XCTIssue) {
    let isFirst = noted.all.isEmpty
    super.record(issue)
    guard issue.associatedError is OnPurpose, isFirst else { return }
    Notebook.shared.note(.placeOfError, noted.all.first?.place ?? "none")
  }

  func testGoesOn() {
    continueAfterFailure = false
    note(.goesOn, "the test has ended")
    XCTFail("on purpose")
    note(.goesOn, "the test continues")
  }

  func testWorkerThread() {
    let isDone = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      XCTFail("on purpose")
      isDone.signal()
    }
    isDone.wait()
    let isOnMainThread = noted.all.last?.isOnMainThread
    note(.thread, isOnMainThread.map { $0 ? "on the main thread" : "on that thread" } ?? "not called yet")
  }

  func testWithholding() {
    continueAfterFailure = false
    let retries = autoRetry(
      mainAction: { if RetryAttempt.current?.number == 1 { XCTFail("on purpose") } },
      successCondition: { true },
      actionDescription: "Fail Once on Purpose"
    )
    let isWithheld = noted.all.map(\.isWithheld) == [true]
    note(
      .withheld,
      if: isWithheld && retries == 1,
      "held back, and the step recovers",
      else: "\(retries) retries, issues: \(noted.texts)"
    )
  }

  func testExpectedFailure() {
    _ = XCTExpectFailure("on purpose", options: .nonStrict()) {
      autoRetry(
        mainAction: { if RetryAttempt.current?.number == 1 { XCTFail("on purpose") } },
        successCondition: { true },
        actionDescription: "Fail Once on Purpose"
      )
    }
    let verdicts = noted.all.map { $0.isWithheld ? "called, held back" : "called, not held back" }
    note(.expectedFailure, verdicts.isEmpty ? "not called" : verdicts.joined(separator: "; "))
  }

  /// The lines of its activities are printed below the table.
  func testNestedSteps() {
    var launches = 0
    autoRetry(
      mainAction: {
        autoRetry(
          mainAction: { launches += 1 },
          successCondition: { launches == 2 },
          resetSteps: {},
          actionDescription: "Inner Step"
        )
      },
      successCondition: { true },
      actionDescription: "Outer Step"
    )
  }

  func testWaitOfAStep() {
    let ticks = Shared(0)
    RunLoop.main.perform { ticks.withLock { $0 += 1 } }
    autoRetry(
      mainAction: {},
      successCondition: { false },
      actionDescription: "Wait",
      retryAttempts: 0,
      failTestOnFailure: false,
      policy: RetryPolicy(conditionTimeout: .milliseconds(200), pollingInterval: .milliseconds(20))
    )
    note(.blockInWait, if: ticks.withLock { $0 } == 1, "runs", else: "does not run")
  }

  func testRerun() {
    let instances = Self.instances.withLock { instances in
      instances.append(ObjectIdentifier(self))
      return instances
    }
    flaky(.fixable(reason: "on purpose")) { if instances.count == 1 { XCTFail("on purpose") } }
    let isSame = Set(instances).count == 1 ? "the same instance" : "another instance"
    note(.rerun, if: instances.count == 2, "runs again on \(isSame)", else: "runs \(instances.count) times")
  }

  /// The instances that the runs of a test are of.
  private static let instances = Shared<[ObjectIdentifier]>([])

  /// Fails on purpose: XCTest has the issue.
  func testInterruption() {
    note(.interruption, "the test has ended, and no defer has run")
    continueAfterFailure = false
    noted.withLock { $0.areHandedOn = true }
    defer { note(.interruption, "a defer has run") }
    XCTFail("on purpose: this one failure belongs to the facts")
    note(.interruption, "the test continues")
  }

  private func note(_ fact: Fact, _ place: String, _ expected: String, _ verdict: String) {
    note(fact, place == expected ? verdict : "\(place), not \(expected)")
  }
}
