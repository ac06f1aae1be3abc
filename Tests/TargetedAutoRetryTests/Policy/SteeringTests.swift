import Testing

@testable import TargetedAutoRetry

@Suite struct SteeringTests {
  struct Answer: Sendable, CustomTestStringConvertible {
    let variables: [String: String]
    var succeedsAt = Int.max
    let answer: Int
    let lastLine: String

    var testDescription: String { "\(variables), \(succeedsAt == .max ? "never" : "succeeds at \(succeedsAt)")" }
  }

  @Test(arguments: [
    Answer(variables: [:], answer: 3, lastLine: "Auto Retry failed 2 times for action: Action."),
    Answer(
      variables: ["AUTO_RETRY_ATTEMPTS": "0"],
      answer: 3,
      lastLine: "Auto Retry failed 0 times for action: Action."
    ),
    Answer(
      variables: ["AUTO_RETRY_ATTEMPTS": "5"],
      answer: 3,
      lastLine: "Auto Retry failed 5 times for action: Action."
    ),
    Answer(
      variables: ["AUTO_RETRY_ATTEMPTS": "5"],
      succeedsAt: 5,
      answer: 2,
      lastLine: "Action required 4 retry attempts before success."
    ),
    Answer(
      variables: ["AUTO_RETRY_BUDGET": "1"],
      answer: 3,
      lastLine: "The budget of 1 retry was used up after 2 attempts of action: Action."
    ),
    Answer(variables: ["AUTO_RETRY_BUDGET": "1"], succeedsAt: 2, answer: 1, lastLine: "required 1 retry attempt"),
    Answer(variables: ["AUTO_RETRY_BUDGET": "2"], answer: 3, lastLine: "Auto Retry failed 2 times for action: Action."),
  ])
  func `a step returns a number in terms of the call's limit, in both drivers`(row: Answer) async {
    for isAsynchronous in [false, true] {
      let bench = Workbench(variables: row.variables)
      var attempts = 0
      let answer: Int
      if isAsynchronous {
        answer = await bench.run {
          await bench.autoRetry(
            mainAction: { attempts += 1 },
            successCondition: {
              await Task.yield()
              return attempts >= row.succeedsAt
            },
            retryAttempts: 2
          )
        }
      } else {
        answer = bench.run {
          bench.step(policy: RetryPolicy(retryAttempts: 2), until: { attempts >= row.succeedsAt }) { attempts += 1 }
        }
      }
      #expect(answer == row.answer)
      #expect(bench.log.last?.contains(row.lastLine) == true)
    }
  }

  @Test func `a negative number of a call is reported, not replaced`() {
    let bench = Workbench(variables: ["AUTO_RETRY_ATTEMPTS": "5"])
    #expect(bench.attempts(retryAttempts: -1) == 0)
    #expect(bench.failures.map(\.message) == ["Sign In: retryAttempts is -1, and must be 0 or more. Nothing was run."])
  }

  @Test func `when the budget is used up no step gets a retry any more, and says why`() {
    let bench = Workbench(variables: ["AUTO_RETRY_BUDGET": "4"])
    #expect(bench.attempts() == 4)
    #expect(bench.attempts() == 2)
    #expect(bench.attempts() == 1)
    #expect(bench.failures.count == 3)
    #expect(
      bench.log.last == "♻️♻️♻️❌ [FAIL] The budget of 4 retries was used up after 1 attempt of action: Sign In. "
        + "No more retries will be attempted."
    )
  }

  @Test func `a step that succeeds at once costs no budget`() {
    let bench = Workbench(variables: ["AUTO_RETRY_BUDGET": "1"])
    #expect(bench.attempts(succeedsAt: 1) == 1)
    #expect(bench.attempts(succeedsAt: 2) == 2)
    #expect(bench.attempts(succeedsAt: 2) == 1)
  }

  @Test func `a step that waiting has cured costs no budget, nor does one that has no time left`() throws {
    let bench = Workbench(variables: ["AUTO_RETRY_BUDGET": "1"])
    let late = RetryPolicy(delay: .constant(.seconds(10)), timeLimit: .seconds(5))
    try bench.run {
      try bench.step(policy: RetryPolicy(delay: .constant(.seconds(1))), until: Looks(.no, .yes).next)
      bench.step(failsTest: false, policy: late, until: { false })
    }
    #expect(bench.attempts(succeedsAt: 2) == 2)
    #expect(bench.failures.isEmpty)
    #expect(bench.attempts(succeedsAt: 2) == 1)
  }

  @Test func `a recovered step fails its test where the run says so`() {
    let bench = Workbench(variables: ["AUTO_RETRY_FAIL_ON_RECOVERY": "1"])
    #expect(bench.attempts(succeedsAt: 1) == 1)
    #expect(bench.failures.isEmpty)
    #expect(bench.attempts(succeedsAt: 2) == 2)
    #expect(
      bench.failures.map(\.message) == [
        "♻️♻️♻️✅ Sign In required 1 retry attempt before success. Cure: resetting. "
          + "AUTO_RETRY_FAIL_ON_RECOVERY makes that a failure. 2 attempts in 0 ms. "
          + "Cause: The success condition was false after 0 ms."
      ]
    )
  }

  #if os(Linux)
    @Test func `the variables reach the steps of a test run`() async throws {
      let hunt = try await Fixtures.runXCTest("StepFixture/testRecovered", ["AUTO_RETRY_ATTEMPTS": "0"])
      #expect(hunt.exitCode == 1)
      let strict = try await Fixtures.runXCTest("StepFixture/testRecovered", ["AUTO_RETRY_FAIL_ON_RECOVERY": "1"])
      #expect(strict.exitCode == 1)
      #expect(strict.output.contains("AUTO_RETRY_FAIL_ON_RECOVERY makes that a failure."))
      let budget = try await Fixtures.runXCTest("StepFixture/testRecovered", ["AUTO_RETRY_BUDGET": "1"])
      #expect(budget.exitCode == 1)
      let rehearsal = try await Fixtures.runXCTest("StepFixture/testRehearsed", ["AUTO_RETRY_REHEARSE": "Launch"])
      #expect(rehearsal.exitCode == 0)
      #expect(rehearsal.log.last == "♻️♻️♻️✅ Launch required 1 retry attempt before success. Cure: resetting.")
    }
  #endif
}
