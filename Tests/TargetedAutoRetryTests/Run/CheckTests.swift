import Testing
import XCTest

@testable import TargetedAutoRetry

/// The checks at a condition: before the action, and again after one that threw.
@Suite struct CheckTests {
  @Test(arguments: DriverKind.allCases)
  func `an action whose condition is true already does not run`(driver: DriverKind) async throws {
    let bench = Workbench()
    #expect(try await bench.step(driver, Checks(.yes), policy: RetryPolicy(checksFirst: true)) == 0)
    #expect(bench.summary == ["first check 1", "no action 1", "passed 0"])
    #expect(
      bench.log == [
        "Check the Success Condition before action: Open",
        "Success Condition is true already. Action is not run: Open",
      ]
    )
  }

  @Test(arguments: DriverKind.allCases)
  func `a passing step with a first check has three lines`(driver: DriverKind) async throws {
    let bench = Workbench()
    try await bench.step(driver, Checks(.no, .yes), policy: RetryPolicy(checksFirst: true))
    #expect(
      bench.log == [
        "Check the Success Condition before action: Open", "Open", "Wait for Success Condition for action: Open",
      ]
    )
  }

  @Test(arguments: DriverKind.allCases)
  func `an action runs where the condition is false, nil or throws`(driver: DriverKind) async throws {
    for first in [Checks.Answer.no, .none, .throwing(NotYet())] {
      let bench = Workbench()
      #expect(try await bench.step(driver, Checks(first, .yes), policy: RetryPolicy(checksFirst: true)) == 1)
      #expect(bench.summary == ["first check 1", "action 1", "condition 1", "passed 0"])
    }
  }

  @Test(arguments: DriverKind.allCases)
  func `checksFirst checks before each action, after the reset steps`(driver: DriverKind) async throws {
    let policy = RetryPolicy(checksFirst: true)
    let bench = Workbench()
    #expect(try await bench.step(driver, Checks(.no, .no, .yes), policy: policy, resetSteps: {}) == 1)
    #expect(
      bench.summary == [
        "first check 1", "action 1", "condition 1", "failed 1, retrying", "reset after 1", "first check 2",
        "no action 2",
        "recovered 1 by resetting",
      ]
    )
    #expect(bench.log.last == "♻️♻️♻️✅ Open required 1 retry attempt before success. Recovered by resetting.")
    let check = "♻️♻️♻️👀 [FIRST LOOK: 1] Check the Success Condition before action: Open. Retry attempt: 1."
    #expect(bench.log.contains { $0.hasPrefix(check) })
    let other = Workbench()
    #expect(try await other.step(driver, Checks(.no, .no, .yes), policy: policy) == 1)
    #expect(other.summary.suffix(3) == ["first check 2", "no action 2", "recovered 1 by waiting"])
    #expect(
      other.log.contains(
        "♻️♻️♻️👀 [FIRST LOOK: 1] Success Condition is true already. Action is not run: Open"
      )
    )
    let third = Workbench()
    #expect(try await third.step(driver, Checks(.no, .no, .no, .yes), policy: policy) == 2)
    #expect(third.summary.last == "recovered 1 by retrying")
  }

  @Test(arguments: DriverKind.allCases)
  func `an action that failed runs again, whatever the condition`(driver: DriverKind) async throws {
    let bench = Workbench()
    let policy = RetryPolicy(checksFirst: true)
    #expect(try await bench.step(driver, Checks(.no, .yes), policy: policy, firstActionThrows: NotYet()) == 2)
    #expect(
      bench.summary == [
        "first check 1", "action 1", "failed 1, retrying", "action 2", "condition 2", "recovered 1 by retrying",
      ]
    )
  }

  @Test(arguments: DriverKind.allCases)
  func `a first check takes as long as the condition must stay true`(driver: DriverKind) async throws {
    let policy = RetryPolicy(conditionTimeout: .seconds(1), checksFirst: true, stableFor: .milliseconds(200))
    let bench = Workbench()
    #expect(try await bench.step(driver, Checks(.yes), policy: policy) == 0)
    #expect(bench.time.timekeeper.now() == .milliseconds(200))
    #expect(try await Workbench().step(driver, Checks(.yes, .no, .yes), policy: policy) == 1)
  }

  @Test(arguments: DriverKind.allCases)
  func `a skip in a first check ends the step before the action`(driver: DriverKind) async throws {
    let bench = Workbench()
    await #expect(throws: XCTSkip.self) {
      try await bench.step(driver, Checks(.throwing(XCTSkip())), policy: RetryPolicy(checksFirst: true))
    }
    #expect(bench.summary.first == "first check 1")
    #expect(!bench.summary.contains("action 1"))
  }

  @Test(arguments: DriverKind.allCases)
  func `a step checks a condition that threw again, until its limit`(driver: DriverKind) async throws {
    let policy = RetryPolicy(retryAttempts: 0, conditionTimeout: .seconds(1))
    let bench = Workbench()
    try await bench.step(driver, Checks(.throwing(NotYet()), .throwing(NotYet()), .yes), policy: policy)
    #expect(bench.failures.isEmpty)
    try await bench.step(driver, Checks(.throwing(NotYet())), policy: policy)
    #expect(
      bench.log.contains(
        "♻️♻️♻️🔎 [CAUSE: 0] Threw NotYet() (11 of 11 checks threw, in 1.0 s, limit of the call)."
      )
    )
  }

  @Test(arguments: [
    (500, "500 ms (limit of the call, 300 ms; one check took all this time)"), (300, "300 ms (limit of the call)"),
    (200, "500 ms (limit of the call, 300 ms; the last check ended late)"),
  ])
  func `a limit that one check exceeded says so`(time: Int, text: String) {
    let bench = Workbench()
    func isMet() -> Bool {
      bench.time.advance(by: .milliseconds(time))
      return false
    }
    bench.run { bench.step(policy: RetryPolicy(retryAttempts: 0, conditionTimeout: .milliseconds(300)), until: isMet) }
    #expect(bench.failures.first?.message.hasSuffix("The success condition was false after \(text).") == true)
  }

  @Test(arguments: DriverKind.allCases)
  func `a condition that threw may be true in the late check`(driver: DriverKind) async throws {
    let bench = Workbench()
    let policy = RetryPolicy(delay: .constant(.seconds(1)))
    #expect(try await bench.step(driver, Checks(.throwing(NotYet()), .yes), policy: policy) == 1)
    #expect(bench.summary.last == "recovered 0 by waiting")
  }

  @Test
  func `a late check does not make up for one that was false`() {
    let bench = Workbench()
    var checks = 0
    let policy = RetryPolicy(
      retryAttempts: 0,
      conditionTimeout: .seconds(3),
      pollingInterval: .seconds(1),
      stableFor: .seconds(3)
    )
    bench.run {
      bench.step(
        policy: policy,
        until: {
          checks += 1
          if checks == 4 { bench.time.advance(by: .seconds(9)) }
          return checks != 2
        }
      )
    }
    #expect(checks == 4)
    #expect(bench.failures.first?.message.contains("was true, but never for 3.0 s without a break") == true)
  }
}
