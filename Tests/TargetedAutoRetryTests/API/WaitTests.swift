import Foundation
import Testing
import XCTest

@testable import TargetedAutoRetry

@Suite struct WaitTests {
  @Test(arguments: DriverKind.allCases)
  func `a wait that comes true returns true and logs one line`(driver: DriverKind) async throws {
    let bench = Workbench()
    let checks = Checks(.no, .none, .yes)
    #expect(try await bench.wait(driver, checks))
    #expect(checks.count == 3)
    #expect(bench.time.waits == [.milliseconds(100), .milliseconds(100)])
    let line = "Wait up to 1.0 s for: Requests arrive"
    #expect(bench.log == [line, "Waited 200 ms for: Requests arrive. It was true at check 3."])
    #expect(bench.events.flatMap(LogLevel.steps.lines).map(\.text) == [line])
    #expect(bench.failures.isEmpty)
  }

  @Test(arguments: DriverKind.allCases)
  func `a failed wait returns false and fails the test once`(driver: DriverKind) async throws {
    let bench = Workbench()
    #expect(try await bench.wait(driver, Checks(.no)) == false)
    let message =
      "♻️♻️♻️❌ [FAIL] Timed out waiting for: Requests arrive. The condition was false after 1.0 s (limit of the call)."
    #expect(bench.failures.map(\.message) == [message])
    #expect(bench.failures.map(\.path.lastPathComponent) == ["Checks.swift"])
    #expect(bench.log == ["Wait up to 1.0 s for: Requests arrive", message])
  }

  @Test(arguments: DriverKind.allCases)
  func `a wait that is not to fail the test says so in the log`(driver: DriverKind) async throws {
    let bench = Workbench()
    #expect(try await bench.wait(driver, Checks(.no), failTestOnFailure: false) == false)
    #expect(bench.failures.isEmpty)
    #expect(bench.log.last?.hasSuffix("Moving on to the next step without failing the test.") == true)
  }

  /// The sources of the limit, from the call out.
  static let limits: [(call: Duration?, policy: RetryPolicy?, timeScale: Double, limit: Duration, text: String)] = [
    (.seconds(2), RetryPolicy(conditionTimeout: .seconds(3)), 1, .seconds(2), "limit of the call"),
    (nil, RetryPolicy(conditionTimeout: .seconds(3)), 1, .seconds(3), "limit of the call"),
    (nil, nil, 1, .seconds(10), "default limit"),
    (.seconds(2), nil, 2.5, .seconds(5), "limit of the call, multiplied by AUTO_RETRY_PATIENCE"),
    (nil, nil, 0.5, .seconds(5), "default limit, multiplied by AUTO_RETRY_PATIENCE"),
  ]

  @Test(arguments: limits)
  func `a wait's limit comes from the call, a policy or the default`(
    call: Duration?,
    policy: RetryPolicy?,
    timeScale: Double,
    limit: Duration,
    text: String
  ) async throws {
    let bench = Workbench(variables: ["AUTO_RETRY_PATIENCE": "\(timeScale)"])
    for driver in DriverKind.allCases {
      try await bench.wait(driver, Checks(.no), for: call, policy: policy)
    }
    #expect(bench.time.timekeeper.now() == limit * 2)
    #expect(bench.failures.allSatisfy { $0.message.contains("after \(limit.text) (\(text))") })
    #expect(bench.failures.count == 2)
  }

  @Test func `the time scale multiplies step limits, and the cause says so`() {
    let bench = Workbench(variables: ["AUTO_RETRY_PATIENCE": "3"])
    bench.run {
      bench.step(
        retries: 0,
        policy: RetryPolicy(conditionTimeout: .seconds(2), timeLimit: .seconds(1)),
        until: { false }
      )
    }
    #expect(bench.time.timekeeper.now() == .seconds(3))
    let cause =
      "The success condition was false after 3.0 s (time limit of 3.0 s, set by the call, multiplied by AUTO_RETRY_PATIENCE)."
    #expect(bench.failures.first?.message.hasSuffix("Cause: \(cause)") == true)
    let attempts = StepPolicy(call: RetryPolicy(attemptTimeLimit: .seconds(1)), timeScale: 3)
    #expect(attempts.attemptTimeLimit == .seconds(3))
  }

  @Test(arguments: DriverKind.allCases)
  func `a wait is never retried, whatever policies and variables say`(driver: DriverKind) async throws {
    let variables = ["AUTO_RETRY_ATTEMPTS": "9", "AUTO_RETRY_REHEARSE": ".", "AUTO_RETRY_FAIL_ON_RECOVERY": "1"]
    let bench = Workbench(variables: variables)
    let policy = RetryPolicy(retryAttempts: 5, delay: .constant(.seconds(7)), checksFirst: true)
    #expect(try await bench.wait(driver, Checks(.no), policy: policy) == false)
    #expect(bench.time.timekeeper.now() == .seconds(1))
    #expect(try await bench.wait(driver, Checks(.no, .yes), policy: policy))
    #expect(bench.failures.count == 1)
  }

  @Test(arguments: DriverKind.allCases)
  func `a condition must stay true for the required time`(driver: DriverKind) async throws {
    let bench = Workbench()
    let checks = Checks(.yes, .no, .yes)
    #expect(try await bench.wait(driver, checks, stableFor: .milliseconds(300)))
    #expect(bench.time.timekeeper.now() == .milliseconds(420))
    let other = Workbench()
    #expect(try await other.wait(driver, Checks(.yes, .no, .yes, .no), stableFor: .milliseconds(300)) == false)
    #expect(other.failures.first?.message.contains("was true, but never for 300 ms without a break") == true)
  }

  @Test(arguments: DriverKind.allCases)
  func `a condition that throws is checked again`(driver: DriverKind) async throws {
    let bench = Workbench()
    #expect(try await bench.wait(driver, Checks(.throwing(NotYet()), .throwing(NotYet()), .yes)))
    #expect(bench.failures.isEmpty)
    #expect(try await bench.wait(driver, Checks(.throwing(NotYet()), .no)) == false)
    #expect(try await bench.wait(driver, Checks(.no, .throwing(NotYet()))) == false)
    #expect(
      bench.failures.map(\.message) == [
        "♻️♻️♻️❌ [FAIL] Timed out waiting for: Requests arrive. The condition was false after 1.0 s (limit of the call) "
          + "(1 of 11 checks threw, the last NotYet()).",
        "♻️♻️♻️❌ [FAIL] Timed out waiting for: Requests arrive. Threw NotYet() (10 of 11 checks threw, in 1.0 s, limit of the call).",
      ]
    )
  }

  @Test(arguments: DriverKind.allCases)
  func `a skip and an error that is not retryable end the wait at once`(driver: DriverKind) async throws {
    for error in [XCTSkip("not here"), NotYet()] as [any Error] {
      let bench = Workbench()
      let checks = Checks(.no, .throwing(error), .yes)
      let questions = Locked(0)
      let policy = RetryPolicy(isRetryable: { error in
        questions.withLock { $0 += 1 }
        return !(error is NotYet)
      })
      await #expect(throws: (any Error).self) { try await bench.wait(driver, checks, policy: policy) }
      #expect(checks.count == 2)
      // A closure that logs or counts is asked once about each error, and never about a skip.
      #expect(questions.withLock { $0 } == (error is NotYet ? 1 : 0))
      #expect(bench.failures.isEmpty)
    }
  }

  @Test(arguments: [Duration.seconds(-1), .seconds(2)])
  func `an invalid limit is one failure, and nothing is evaluated`(limit: Duration) async throws {
    for driver in DriverKind.allCases {
      let bench = Workbench()
      let checks = Checks(.yes)
      #expect(try await bench.wait(driver, checks, for: limit, stableFor: .seconds(3)) == false)
      #expect(checks.count == 0)
      #expect(bench.failures.count == 1)
      #expect(bench.failures.first?.message.hasSuffix("Nothing was run.") == true)
    }
  }

  @Test(arguments: DriverKind.allCases)
  func `the hook is called after a failed wait and may abort`(driver: DriverKind) async throws {
    let bench = Workbench(recovery: { _ in .abort("the app crashed") })
    #expect(try await bench.wait(driver, Checks(.no), failTestOnFailure: false) == false)
    #expect(
      bench.heard.map { "\($0.actionDescription) \($0.number) \($0.retriesRemaining)" } == ["Requests arrive 1 0"]
    )
    #expect(
      bench.failures.map(\.message) == [
        "♻️♻️♻️❌ [FAIL] the app crashed. Auto Wait was told to stop waiting for: Requests arrive. "
          + "An abort fails the test even if failTestOnFailure is false."
      ]
    )
  }

  @Test func `a wait stops with the step around it`() {
    let bench = Workbench()
    bench.run {
      bench.step(retries: 1, policy: RetryPolicy(timeLimit: .seconds(5))) {
        bench.autoWait("Requests arrive", for: .seconds(60), failTestOnFailure: false) { false }
      }
    }
    #expect(bench.time.timekeeper.now() == .seconds(5))
    #expect(bench.log.joined().contains("(time limit of 5.0 s of the step around it, Action, set by the call)"))
  }

  @Test func `a wait that is stopped speaks of neither attempts nor retries`() async throws {
    let aborted = Workbench(recovery: { $0.actionDescription == "Load" ? .abort("the app crashed") : .retry })
    aborted.run {
      aborted.autoWait("Page", for: .seconds(1)) { aborted.step("Load", until: { false }) == 0 }
    }
    #expect(
      aborted.log.last == "♻️♻️♻️❌ [FAIL] the app crashed. Auto Wait was stopped by a step inside wait: Page."
    )
    let cancelled = Workbench(time: FakeTime(isCancelledInSleep: true))
    _ = await Task { try await cancelled.wait(.asynchronous, Checks(.no)) }.result
    let text =
      "The task was canceled while it waited for: Requests arrive. It returns without an error, and does not fail the test."
    #expect(cancelled.log.last == "♻️♻️♻️❌ [FAIL] \(text)")
    let stopped = Workbench()
    await #expect(throws: XCTSkip.self) { try await stopped.wait(.synchronous, Checks(.throwing(XCTSkip("not here")))) }
    #expect(stopped.log.last?.hasSuffix(": Threw XCTSkip(\"not here\").") == true)
  }

  @Test func `a value form returns the first value or throws`() async throws {
    let bench = Workbench()
    let values: Locked<[Int?]> = Locked([nil, nil, 7])
    let next = { @Sendable in values.withLock { $0.isEmpty ? nil : $0.removeFirst() } }
    func nextAsync() async -> Int? { next() }
    #expect(try bench.run { try bench.autoWait("Number", for: .seconds(1)) { next() } } == 7)
    let error = #expect(throws: RetryExhausted.self) {
      try bench.run { try bench.autoWait("Number", for: .seconds(1)) { next() } }
    }
    #expect(error?.description.hasPrefix("Timed out waiting for: Number. The value was nil after 1.0 s") == true)
    #expect(bench.failures.isEmpty)
    values.withLock { $0 = [nil, 8] }
    #expect(try await bench.run { try await bench.autoWait("Number", for: .seconds(1)) { await nextAsync() } } == 8)
    await #expect(throws: RetryExhausted.self) {
      try await bench.run { try await bench.autoWait("Number", for: .seconds(1)) { await nextAsync() } }
    }
  }

  @Test func `a task that is canceled stops waiting at once`() async throws {
    let bench = Workbench(time: FakeTime(isCancelledInSleep: true))
    let checks = Checks(.no)
    let task = Task { try await bench.wait(.asynchronous, checks, for: .seconds(1_000)) }
    #expect(try await task.value == false)
    #expect(checks.count == 2)
    #expect(bench.failures.isEmpty)
  }

  @Test func `an action runs between checks until the condition is true`() async throws {
    for driver in DriverKind.allCases {
      let bench = Workbench()
      let (checks, swipes) = (Checks(.no, .throwing(NotYet()), .yes, .yes), Locked(0))
      let swipe = { @Sendable in swipes.withLock { $0 += 1 } }
      #expect(try await bench.wait(driver, checks, stableFor: .milliseconds(100), meanwhile: swipe))
      #expect(swipes.withLock { $0 } == 2)
      // Five more checks find that it stays true.
      #expect(checks.count == 8)
    }
    let bench = Workbench()
    var swipes = 0
    let row = bench.run {
      try? bench.autoWait("Row", for: .seconds(9), meanwhile: { swipes += 1 }) { swipes == 3 ? "row" : nil }
    }
    #expect(row == "row")
  }
}
