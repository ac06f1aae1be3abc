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
      lastLine: "Auto Retry failed for action: Action."
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
  ])
  func `a step returns a number in terms of the call's limit, in both drivers`(row: Answer) async {
    for isAsynchronous in [false, true] {
      let bench = Workbench(variables: row.variables)
      var attempts = 0
      let answer: Int
      if isAsynchronous {
        answer = await bench.run {
          await bench.stepLater(
            retries: 2,
            until: {
              await Task.yield()
              return attempts >= row.succeedsAt
            }
          ) { attempts += 1 }
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

  @Test func `a recovered step fails its test where the run says so`() {
    let bench = Workbench(variables: ["AUTO_RETRY_FAIL_ON_RECOVERY": "1"])
    #expect(bench.attempts(succeedsAt: 1) == 1)
    #expect(bench.failures.isEmpty)
    #expect(bench.attempts(succeedsAt: 2) == 2)
    #expect(
      bench.failures.map(\.message) == [
        "♻️♻️♻️✅ Sign In required 1 retry attempt before success. Recovered by retrying. "
          + "AUTO_RETRY_FAIL_ON_RECOVERY makes that a failure. 2 attempts in 0 ms. "
          + "Cause: The success condition was still false 0 ms after the action (checked once)."
      ]
    )
  }
}
