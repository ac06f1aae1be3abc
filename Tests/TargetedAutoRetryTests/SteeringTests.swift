import Testing

@testable import TargetedAutoRetry

@Suite struct SteeringTests {
  private func steering(_ environment: [String: String]) -> (steering: Steering, warnings: [String]) {
    var warnings: [String] = []
    let steering = Steering(environment: environment, warn: { warnings.append($0) })
    return (steering, warnings)
  }

  /// - Returns: How many attempts a step makes that succeeds from the given attempt on.
  private func attempts(
    on bench: Workbench,
    succeedsAt: Int = .max,
    retryAttempts: Int? = nil,
    reset: () -> Void = {}
  ) -> Int {
    var attempts = 0
    bench.run {
      bench.autoRetry(
        mainAction: { attempts += 1 },
        successCondition: { attempts >= succeedsAt },
        resetSteps: reset,
        actionDescription: "Sign In",
        retryAttempts: retryAttempts
      )
    }
    return attempts
  }

  @Test(arguments: [nil, 3, 7])
  func `the hunt takes every retry away, whatever the call says`(retryAttempts: Int?) {
    let bench = Workbench(steering: steering(["AUTO_RETRY_ATTEMPTS": "0"]).steering)
    #expect(attempts(on: bench, retryAttempts: retryAttempts) == 1)
  }

  @Test func `another number replaces every step's`() {
    let bench = Workbench(steering: steering(["AUTO_RETRY_ATTEMPTS": "5"]).steering)
    #expect(attempts(on: bench, retryAttempts: 1) == 6)
  }

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
  ])
  func `what a step returns is said in terms of what the call allows, in both drivers`(row: Answer) async {
    for isAsynchronous in [false, true] {
      let bench = Workbench(steering: steering(row.variables).steering)
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
          bench.autoRetry(
            mainAction: { attempts += 1 },
            successCondition: { attempts >= row.succeedsAt },
            policy: RetryPolicy(retryAttempts: 2)
          )
        }
      }
      #expect(answer == row.answer)
      #expect(bench.log.last?.contains(row.lastLine) == true)
    }
  }

  @Test func `a negative number of a call is reported, not replaced`() {
    let bench = Workbench(steering: steering(["AUTO_RETRY_ATTEMPTS": "5"]).steering)
    #expect(attempts(on: bench, retryAttempts: -1) == 0)
    #expect(bench.failures.count == 1)
  }

  @Test func `when the budget is used up no step gets a retry any more, and says why`() {
    let bench = Workbench(steering: steering(["AUTO_RETRY_BUDGET": "4"]).steering)
    #expect(attempts(on: bench) == 4)
    #expect(attempts(on: bench) == 2)
    #expect(attempts(on: bench) == 1)
    #expect(bench.failures.count == 3)
    #expect(
      bench.log.last == "♻️♻️♻️❌ [FAIL] The budget of 4 retries was used up after 1 attempt of action: Sign In. "
        + "No more retries will be attempted."
    )
  }

  @Test func `a step that succeeds at once costs no budget`() {
    let bench = Workbench(steering: steering(["AUTO_RETRY_BUDGET": "1"]).steering)
    #expect(attempts(on: bench, succeedsAt: 1) == 1)
    #expect(attempts(on: bench, succeedsAt: 2) == 2)
    #expect(attempts(on: bench, succeedsAt: 2) == 1)
  }

  @Test func `a step that waiting has cured costs no budget, nor does one that has no time left`() {
    let bench = Workbench(steering: steering(["AUTO_RETRY_BUDGET": "1"]).steering)
    var looks = 0
    bench.run {
      bench.autoRetry(
        mainAction: {},
        successCondition: {
          looks += 1
          return looks == 2
        },
        policy: RetryPolicy(delay: .constant(.seconds(1)))
      )
      bench.autoRetry(
        mainAction: {},
        successCondition: { false },
        failTestOnFailure: false,
        policy: RetryPolicy(delay: .constant(.seconds(10)), timeLimit: .seconds(5))
      )
    }
    #expect(attempts(on: bench, succeedsAt: 2) == 2)
    #expect(bench.failures.isEmpty)
    #expect(attempts(on: bench, succeedsAt: 2) == 1)
  }

  @Test func `a rehearsal fails the first attempt of the steps that match, so that their reset steps run`() {
    let bench = Workbench(steering: steering(["AUTO_RETRY_REHEARSE": "^Sign"]).steering)
    var resets = 0
    #expect(attempts(on: bench, succeedsAt: 1, reset: { resets += 1 }) == 2)
    #expect(resets == 1)
    #expect(
      bench.log.contains("♻️♻️♻️🔎 [CAUSE: 0] AUTO_RETRY_REHEARSE: the first attempt counts as failed.")
    )
    #expect(bench.failures.isEmpty)
  }

  @Test func `a rehearsal leaves other steps alone, and steps without retries`() {
    let other = Workbench(steering: steering(["AUTO_RETRY_REHEARSE": "Launch"]).steering)
    #expect(attempts(on: other, succeedsAt: 1) == 1)
    let single = Workbench(steering: steering(["AUTO_RETRY_REHEARSE": "Sign"]).steering)
    #expect(attempts(on: single, succeedsAt: 1, retryAttempts: 0) == 1)
    #expect(single.failures.isEmpty)
  }

  @Test(arguments: [
    ["AUTO_RETRY_ATTEMPTS": "0"], ["AUTO_RETRY_BUDGET": "0"], ["AUTO_RETRY_BUDGET": "1"], [:],
  ])
  func `a rehearsal leaves alone what has no retry left`(variables: [String: String]) {
    let bench = Workbench(steering: steering(["AUTO_RETRY_REHEARSE": "Sign"].merging(variables) { $1 }).steering)
    if variables["AUTO_RETRY_BUDGET"] == "1" { #expect(attempts(on: bench, succeedsAt: 1) == 2) }
    let lines = bench.log.count
    bench.run {
      bench.autoRetry(
        mainAction: { bench.time.advance(by: .seconds(4)) },
        successCondition: { true },
        resetSteps: { Issue.record("There is no way back.") },
        actionDescription: "Sign In",
        policy: variables.isEmpty ? RetryPolicy(timeLimit: .seconds(7)) : nil
      )
    }
    #expect(bench.log.dropFirst(lines) == ["Sign In", "Wait for Success Condition for action: Sign In"])
    #expect(bench.failures.isEmpty)
  }

  @Test func `a rehearsal takes a retry of the budget, and a failure after it takes another`() {
    let variables = ["AUTO_RETRY_REHEARSE": "Sign", "AUTO_RETRY_BUDGET": "2"]
    let bench = Workbench(steering: steering(variables).steering)
    #expect(attempts(on: bench, succeedsAt: 3) == 3)
    #expect(attempts(on: bench, succeedsAt: 2) == 1)
    #expect(bench.failures.count == 1)
  }

  @Test func `an attempt that fails by itself is no rehearsal`() {
    let variables = ["AUTO_RETRY_REHEARSE": "Sign", "AUTO_RETRY_FAIL_ON_RECOVERY": "1"]
    let bench = Workbench(steering: steering(variables).steering)
    #expect(attempts(on: bench, succeedsAt: 1) == 2)
    #expect(bench.failures.isEmpty)
    #expect(attempts(on: bench, succeedsAt: 2) == 2)
    #expect(bench.failures.map(\.message).filter { $0.contains("AUTO_RETRY_FAIL_ON_RECOVERY") }.count == 1)
    #expect(!bench.failures.map(\.message).joined().contains("AUTO_RETRY_REHEARSE"))
  }

  @Test func `an attempt that recorded an issue is no rehearsal, and fails its test when the step has recovered`() {
    let variables = ["AUTO_RETRY_REHEARSE": "Sign", "AUTO_RETRY_FAIL_ON_RECOVERY": "1"]
    let bench = Workbench(steering: steering(variables).steering)
    bench.run {
      bench.autoRetry(
        mainAction: { if RetryAttempt.current?.number == 1 { Issue.record("no button") } },
        successCondition: { true },
        actionDescription: "Sign In"
      )
    }
    #expect(bench.failures.count == 1)
    #expect(!bench.log.joined().contains("AUTO_RETRY_REHEARSE"))
  }

  @Test func `a success in a cancelled task is one, and no rehearsal`() async {
    let bench = Workbench(steering: steering(["AUTO_RETRY_REHEARSE": "Sign"]).steering)
    let cancelled = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      await bench.run {
        await bench.autoRetry(
          mainAction: { await Task.yield() },
          successCondition: { true },
          actionDescription: "Sign In"
        )
      }
    }
    await cancelled.value
    #expect(bench.summary.last == "passed 0")
  }

  @Test func `a hook that aborts a rehearsal gives its retry back`() {
    let variables = ["AUTO_RETRY_REHEARSE": "Sign", "AUTO_RETRY_BUDGET": "1"]
    var bench = Workbench(steering: steering(variables).steering)
    bench.recovery = { $0.number == 1 ? .abort("the app crashed") : .retry }
    #expect(attempts(on: bench, succeedsAt: 1) == 1)
    #expect(bench.failures.count == 1)
    bench.recovery = { _ in .retry }
    #expect(attempts(on: bench, succeedsAt: 1) == 2)
  }

  @Test func `a recovered step fails its test where the run says so`() {
    let bench = Workbench(steering: steering(["AUTO_RETRY_FAIL_ON_RECOVERY": "1"]).steering)
    #expect(attempts(on: bench, succeedsAt: 1) == 1)
    #expect(bench.failures.isEmpty)
    #expect(attempts(on: bench, succeedsAt: 2) == 2)
    #expect(
      bench.failures.map(\.message) == [
        "♻️♻️♻️✅ Sign In required 1 retry attempt before success. Cure: resetting. "
          + "AUTO_RETRY_FAIL_ON_RECOVERY makes that a failure. 2 attempts in 0.0 s. "
          + "Cause: The success condition was false after 0.0 s."
      ]
    )
  }

  @Test(arguments: [
    ("AUTO_RETRY_ATTEMPTS", "-1", "an integer, 0 or more"),
    ("AUTO_RETRY_ATTEMPTS", "many", "an integer, 0 or more"),
    ("AUTO_RETRY_BUDGET", "", "an integer, 0 or more"),
    ("AUTO_RETRY_REHEARSE", "(", "a regular expression"),
    ("AUTO_RETRY_FAIL_ON_RECOVERY", "yes", "0 or 1"),
  ])
  func `a value that cannot be read is one warning, and the default applies`(
    name: String,
    value: String,
    accepted: String
  ) {
    let (steering, warnings) = steering([name: value])
    #expect(warnings == ["warning: \(name) is \"\(value)\", and must be \(accepted). The default applies."])
    #expect(attempts(on: Workbench(steering: steering), succeedsAt: 3) == 3)
  }

  #if os(Linux)
    @Test func `the variables reach the steps of a test run`() throws {
      let hunt = try Fixtures.runXCTest("StepFixture/testRecovered", ["AUTO_RETRY_ATTEMPTS": "0"])
      #expect(hunt.exitCode == 1)
      let strict = try Fixtures.runXCTest("StepFixture/testRecovered", ["AUTO_RETRY_FAIL_ON_RECOVERY": "1"])
      #expect(strict.exitCode == 1)
      #expect(strict.output.contains("AUTO_RETRY_FAIL_ON_RECOVERY makes that a failure."))
      let budget = try Fixtures.runXCTest("StepFixture/testRecovered", ["AUTO_RETRY_BUDGET": "1"])
      #expect(budget.exitCode == 1)
      let rehearsal = try Fixtures.runXCTest("StepFixture/testRehearsed", ["AUTO_RETRY_REHEARSE": "Launch"])
      #expect(rehearsal.exitCode == 0)
      #expect(rehearsal.log.last == "♻️♻️♻️✅ Launch required 1 retry attempt before success. Cure: resetting.")
    }
  #endif
}
