import Foundation
import Testing
import XCTest

@testable import TargetedAutoRetry

@Suite struct DriverTests {
  private static let broken = Script.Broken(description: "broken")
  private static let skip = XCTSkip("not here")

  static let scripts = [
    Script(
      testDescription: "a first attempt that succeeds",
      reset: .works,
      attempts: [.succeeds],
      returns: 0,
      events: ["action 1", "condition 1", "passed 0"]
    ),
    Script(
      testDescription: "a recovery on the second retry, with reset steps",
      reset: .works,
      attempts: [.conditionIsFalse, .conditionIsNil, .succeeds],
      returns: 2,
      events: [
        "action 1", "condition 1", "failed 1, retrying", "reset after 1",
        "action 2", "condition 2", "failed 2, retrying", "reset after 2",
        "action 3", "condition 3", "recovered 2 by retrying",
      ]
    ),
    Script(
      testDescription: "thrown errors fail the attempt, and the condition is not asked after the action threw",
      attempts: [.actionThrows(broken), .conditionThrows(broken), .succeeds],
      returns: 2,
      events: [
        "action 1", "failed 1, retrying", "action 2", "condition 2", "failed 2, retrying",
        "action 3", "condition 3", "recovered 2 by retrying",
      ]
    ),
    Script(
      testDescription: "exhausted: no reset steps after the last attempt, and one failure",
      retryAttempts: 1,
      reset: .works,
      attempts: [.conditionIsFalse, .actionThrows(broken)],
      returns: 2,
      events: [
        "action 1", "condition 1", "failed 1, retrying", "reset after 1", "action 2", "failed 2", "exhausted 2",
      ],
      failures: [
        "♻️♻️♻️❌ [FAIL] Step failed: "
          + "2 attempts (the first and 1 retry) in 0 ms. First cause: The success condition was still false 0 ms after the action (checked once). Last cause: Threw broken."
      ]
    ),
    Script(
      testDescription: "a negative number of retries is one failure, whatever the call says, and nothing runs",
      retryAttempts: -2,
      failTestOnFailure: false,
      attempts: [],
      returns: 1,
      events: [],
      failures: ["Step: retryAttempts is -2, but must be 0 or more. Nothing was run."]
    ),
    Script(
      testDescription: "reset steps that throw end the step and are not lost",
      reset: .throwsError,
      attempts: [.conditionIsFalse],
      throwsError: "no way back",
      events: [
        "action 1", "condition 1", "failed 1, retrying", "reset after 1", "stopped in attempt 1 by no way back",
      ]
    ),
    Script(
      testDescription: "a skip in the condition of a retry is never retried",
      attempts: [.conditionIsFalse, .conditionThrows(skip)],
      throwsError: "\(skip)",
      events: [
        "action 1", "condition 1", "failed 1, retrying", "action 2", "condition 2",
        "stopped in attempt 2 by \(skip)",
      ]
    ),
    Script(
      testDescription: "a late success: nothing is repeated, and the step recovered by waiting",
      policy: RetryPolicy(delay: .constant(.seconds(2))),
      reset: .works,
      attempts: [.conditionIs([false, true])],
      returns: 0,
      events: [
        "action 1", "condition 1", "failed 1, retrying", "wait 2.0 seconds after 1", "late check after 1",
        "recovered 0 by waiting",
      ],
      waits: [.seconds(2)]
    ),
    Script(
      testDescription: "no late success: back and on, with a longer wait each time",
      policy: RetryPolicy(delay: .exponential(from: .seconds(1), factor: 3)),
      reset: .works,
      attempts: [.conditionIsFalse, .actionThrows(broken), .succeeds],
      returns: 2,
      events: [
        "action 1", "condition 1", "failed 1, retrying", "wait 1.0 seconds after 1", "late check after 1",
        "reset after 1", "action 2", "failed 2, retrying", "wait 3.0 seconds after 2", "reset after 2",
        "action 3", "condition 3", "recovered 2 by retrying",
      ],
      waits: [.seconds(1), .seconds(3)]
    ),
    Script(
      testDescription: "the smart wait: the condition is polled until it is true",
      policy: RetryPolicy(conditionTimeout: .seconds(1), pollingInterval: .milliseconds(400)),
      attempts: [.conditionIs([false, false, true])],
      returns: 0,
      events: ["action 1", "condition 1", "passed 0"],
      waits: [.milliseconds(400), .milliseconds(400)]
    ),
    Script(
      testDescription: "the wait checks a last time when the timeout is reached",
      policy: RetryPolicy(retryAttempts: 0, conditionTimeout: .seconds(1), pollingInterval: .milliseconds(400)),
      attempts: [.conditionIsFalse],
      returns: 1,
      events: ["action 1", "condition 1", "failed 1", "exhausted 1"],
      waits: [.milliseconds(400), .milliseconds(400), .milliseconds(200)],
      failures: [
        "♻️♻️♻️❌ [FAIL] Step failed: "
          + "1 attempt in 1.0 s. Cause: The success condition was false after 1.0 s (limit of the call)."
      ]
    ),
    Script(
      testDescription: "a condition that has to stay true: a check at which it is false restarts the time",
      policy: RetryPolicy(conditionTimeout: .seconds(9), pollingInterval: .seconds(1), stableFor: .seconds(1.5)),
      attempts: [.conditionIs([false, true, true, false, true])],
      returns: 0,
      events: ["action 1", "condition 1", "passed 0"],
      waits: [1, 1, 0.5, 1, 1, 0.5].map { .seconds($0) }
    ),
    Script(
      testDescription: "in a late check it has to stay true as well",
      policy: RetryPolicy(
        retryAttempts: 1,
        delay: .constant(.seconds(9)),
        conditionTimeout: .seconds(2),
        pollingInterval: .seconds(2),
        stableFor: .seconds(2)
      ),
      attempts: [.conditionIs([false, false, true, false]), .conditionIs([false, false, true])],
      returns: 2,
      events: [
        "action 1", "condition 1", "failed 1, retrying", "wait 9.0 seconds after 1", "late check after 1",
        "action 2", "condition 2", "failed 2", "exhausted 2",
      ],
      waits: [.seconds(2), .seconds(9), .seconds(2), .seconds(2)],
      failures: [
        "♻️♻️♻️❌ [FAIL] Step failed: "
          + "2 attempts (the first and 1 retry) in 15.0 s. "
          + "Cause: The success condition was false after 2.0 s (limit of the call)."
      ]
    ),
    Script(
      testDescription: "a late check that stays true is a success",
      policy: RetryPolicy(
        delay: .constant(.seconds(9)),
        conditionTimeout: .seconds(2),
        pollingInterval: .seconds(2),
        stableFor: .seconds(2)
      ),
      attempts: [.conditionIs([false, false, true])],
      returns: 0,
      events: [
        "action 1", "condition 1", "failed 1, retrying", "wait 9.0 seconds after 1", "late check after 1",
        "recovered 0 by waiting",
      ],
      waits: [.seconds(2), .seconds(9), .seconds(2)]
    ),
    Script(
      testDescription: "an error that is not retryable goes to the caller at once",
      policy: RetryPolicy(isRetryable: { !($0 is Script.Broken) }),
      reset: .works,
      attempts: [.actionThrows(broken)],
      throwsError: "broken",
      events: ["action 1", "stopped in attempt 1 by broken"]
    ),
    Script(
      testDescription: "the time limit shortens the last pause, and ends a step after the attempt at the limit",
      retryAttempts: 9,
      policy: RetryPolicy(delay: .constant(.seconds(2)), timeLimit: .seconds(5)),
      attempts: Array(repeating: .conditionIsFalse, count: 4),
      returns: 10,
      events: [
        "action 1", "condition 1", "failed 1, retrying", "wait 2.0 seconds after 1", "late check after 1",
        "action 2", "condition 2", "failed 2, retrying", "wait 2.0 seconds after 2", "late check after 2",
        "action 3", "condition 3", "failed 3, retrying", "wait 1.0 seconds after 3", "late check after 3",
        "action 4", "condition 4", "failed 4", "timedOut 10",
      ],
      waits: [.seconds(2), .seconds(2), .seconds(1)],
      failures: [
        "♻️♻️♻️❌ [FAIL] The time limit of 5.0 s, set by the call, was reached after 4 attempts of action: Step. "
          + "No more retries will be attempted. The step took 5.0 s. Cause: The success condition was still false 0 ms after the action (checked once)."
      ]
    ),
    Script(
      testDescription: "an abort by the hook ends the step and fails the test, whatever the call says",
      abortsAfter: 2,
      failTestOnFailure: false,
      reset: .works,
      attempts: [.conditionIsFalse, .actionThrows(broken)],
      returns: 4,
      events: [
        "action 1", "condition 1", "failed 1, retrying", "reset after 1", "action 2", "failed 2", "aborted 4",
      ],
      failures: [
        "♻️♻️♻️❌ [FAIL] the app crashed. Auto Retry was told to stop after 2 attempts of action: Step. "
          + "An abort fails the test even if failTestOnFailure is false. "
          + "No more retries will be attempted. The step took 0 ms. "
          + "First cause: The success condition was still false 0 ms after the action (checked once). Last cause: Threw broken."
      ]
    ),
  ]

  @Test(arguments: scripts)
  func `the synchronous driver plays the script`(script: Script) {
    let bench = workbench(for: script)
    expect(script, play(script, on: bench), bench)
  }

  /// Nothing can be held back there.
  @Test(arguments: scripts)
  func `a step outside Swift Testing and without a sink is the same`(script: Script) async {
    let bench = workbench(for: script, isQuiet: true)
    let result = await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: play(script, on: bench)) }
    }
    expect(script, result, bench)
    let asyncBench = workbench(for: script, isQuiet: true)
    await expect(script, Task.detached { await playInTask(script, on: asyncBench) }.value, asyncBench)
  }

  private func play(_ script: Script, on bench: Workbench) -> Result<Int, any Error> {
    let player = ScriptPlayer(script)
    return Result {
      try bench.run {
        try bench.autoRetry(
          mainAction: player.mainAction,
          successCondition: player.successCondition,
          resetSteps: script.reset != nil ? player.resetSteps : nil,
          actionDescription: "Step",
          retryAttempts: script.retryAttempts,
          failTestOnFailure: script.failTestOnFailure,
          policy: script.policy
        )
      }
    }
  }

  @Test(arguments: scripts)
  func `the asynchronous driver plays the same script`(script: Script) async {
    let bench = workbench(for: script)
    await expect(script, playInTask(script, on: bench), bench)
  }

  private func playInTask(_ script: Script, on bench: Workbench) async -> Result<Int, any Error> {
    let player = ScriptPlayer(script)
    do {
      return try await .success(
        bench.run { () async throws -> Int in
          try await bench.autoRetry(
            mainAction: {
              await Task.yield()
              try player.mainAction()
            },
            successCondition: { try player.successCondition() },
            resetSteps: script.reset != nil ? { try player.resetSteps() } : nil,
            actionDescription: "Step",
            retryAttempts: script.retryAttempts,
            failTestOnFailure: script.failTestOnFailure,
            policy: script.policy
          )
        }
      )
    } catch {
      return .failure(error)
    }
  }

  private func workbench(for script: Script, isQuiet: Bool = false) -> Workbench {
    Workbench(isQuiet: isQuiet, recovery: { $0.number == script.abortsAfter ? .abort("the app crashed") : .retry })
  }

  private func expect(_ script: Script, _ result: Result<Int, any Error>, _ bench: Workbench) {
    switch result {
    case .success(let retries): #expect(retries == script.returns)
    case .failure(let error): #expect("\(error)" == script.throwsError)
    }
    #expect(bench.summary == (bench.isQuiet ? [] : script.events))
    #expect(bench.time.waits == script.waits)
    #expect(bench.failures.map(\.message) == script.failures)
  }
}
