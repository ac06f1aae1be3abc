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
        "action 3", "condition 3", "recovered 2 by resetting",
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
        "♻️♻️♻️❌ [FAIL] Auto Retry failed 1 time for action: Step. No more retries will be attempted. "
          + "2 attempts in 0.0 s. First cause: The success condition was false after 0.0 s. Last cause: Threw broken."
      ]
    ),
    Script(
      testDescription: "exhausted, and not to fail the test",
      retryAttempts: 0,
      failTestOnFailure: false,
      attempts: [.conditionIsFalse],
      returns: 1,
      events: ["action 1", "condition 1", "failed 1", "exhausted 1"]
    ),
    Script(
      testDescription: "three retries by default",
      failTestOnFailure: false,
      attempts: Array(repeating: .conditionIsFalse, count: 4),
      returns: 4,
      events: [
        "action 1", "condition 1", "failed 1, retrying", "action 2", "condition 2", "failed 2, retrying",
        "action 3", "condition 3", "failed 3, retrying", "action 4", "condition 4", "failed 4", "exhausted 4",
      ]
    ),
    Script(
      testDescription: "a negative number of retries is one failure, whatever the call says, and nothing runs",
      retryAttempts: -2,
      failTestOnFailure: false,
      attempts: [],
      returns: 0,
      events: [],
      failures: ["Step: retryAttempts is -2, and must be 0 or more. Nothing was run."]
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
      testDescription: "a cancellation is never retried",
      reset: .works,
      attempts: [.actionThrows(CancellationError())],
      throwsError: "CancellationError()",
      events: ["action 1", "stopped in attempt 1 by CancellationError()"]
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
  ]

  @Test(arguments: scripts)
  func `the synchronous driver plays the script`(script: Script) {
    let bench = Workbench()
    let player = ScriptPlayer(script)
    let result = Result {
      try bench.run {
        try bench.autoRetry(
          mainAction: player.mainAction,
          successCondition: player.successCondition,
          resetSteps: script.reset != nil ? player.resetSteps : nil,
          actionDescription: "Step",
          retryAttempts: script.retryAttempts,
          failTestOnFailure: script.failTestOnFailure
        )
      }
    }
    expect(script, result, bench)
  }

  @Test(arguments: scripts)
  func `the asynchronous driver plays the same script`(script: Script) async {
    let bench = Workbench()
    let player = ScriptPlayer(script)
    var result: Result<Int, any Error>
    do {
      result = try await .success(
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
            failTestOnFailure: script.failTestOnFailure
          )
        }
      )
    } catch {
      result = .failure(error)
    }
    expect(script, result, bench)
  }

  private func expect(_ script: Script, _ result: Result<Int, any Error>, _ bench: Workbench) {
    switch result {
    case .success(let retries): #expect(retries == script.returns)
    case .failure(let error): #expect("\(error)" == script.throwsError)
    }
    #expect(bench.summary == script.events)
    #expect(bench.failures.map(\.message) == script.failures)
  }
}
