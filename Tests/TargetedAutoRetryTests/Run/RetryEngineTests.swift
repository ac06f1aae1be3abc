import Testing

@testable import TargetedAutoRetry

private enum Check: Equatable {
  case pauses(Duration)
  case ends(isMet: Bool)
}

/// Reports something to an engine with the usual policy.
private func report(_ body: (inout RetryEngine) -> Void) {
  var engine = RetryEngine(StepPolicy())
  body(&engine)
}

extension StepPolicy {
  fileprivate func check(
    _ isMet: Bool,
    _ checks: inout ConditionChecks,
    at now: Duration,
    until deadline: Duration? = nil
  ) -> Check {
    checks.isMet = isMet
    return checks.endCheck(by: self, at: now, until: deadline).map(Check.pauses) ?? .ends(isMet: checks.isMet)
  }
}

@Suite struct RetryEngineTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var engine = RetryEngine(StepPolicy())
    var deadline: Duration?
    let told: [Told]
    let answers: [Answer]
  }

  private static func delayed(_ seconds: Int) -> StepPolicy {
    StepPolicy(call: RetryPolicy(delay: .constant(.seconds(seconds))))
  }

  enum Answer: Equatable {
    case action(RetryEngine.Action)
    case end(StepOutcome, attempts: Int, returns: Int)

    init(_ action: RetryEngine.Action, of engine: RetryEngine) {
      if case .finish(let ending) = action {
        self = .end(ending, attempts: engine.attempts, returns: engine.retriesUsed(ending))
      } else {
        self = .action(action)
      }
    }
  }

  /// The inputs of the engine, one second apart.
  enum Told {
    case succeeded
    case failed(RetryEngine.Failure = .value)
    case waited
    case rechecked(isMet: Bool)
    case reset
    case cancelled
    case limitReached
    case stopped
    case aborted
  }

  static let rows = [
    Row(
      testDescription: "the answer to a refused step says that none of its attempts succeeded",
      engine: RetryEngine(StepPolicy(call: RetryPolicy(retryAttempts: 5, pollingInterval: .zero))),
      told: [],
      answers: [
        .end(
          .aborted(.invalidPolicy("pollingInterval is 0.0 seconds, but must be more than 0 seconds.")),
          attempts: 0,
          returns: 6
        )
      ]
    ),
    Row(
      testDescription: "as many retries as an integer can count do not overflow",
      engine: RetryEngine(StepPolicy(call: RetryPolicy(retryAttempts: .max))),
      deadline: .zero,
      told: [.failed()],
      answers: [.attempt(1, left: .max), .end(.timedOut, attempts: 1, returns: .max)]
    ),
    Row(
      testDescription: "a step that fails after its forced first failure fails its test",
      engine: RetryEngine(StepPolicy(), rehearses: true, failsOnRecovery: true),
      told: [.failed(.rehearsed), .failed(), .succeeded],
      answers: [
        .attempt(1, left: 3), .attempt(2, left: 2), .attempt(3, left: 1),
        .end(.recovered(by: .retrying, failsTest: true), attempts: 3, returns: 2),
      ]
    ),
    Row(
      testDescription: "a step that recovers by waiting after its forced first failure fails its test",
      engine: RetryEngine(delayed(5), rehearses: true, failsOnRecovery: true),
      told: [.failed(.rehearsed), .waited, .failed(.condition), .waited, .rechecked(isMet: true)],
      answers: [
        .attempt(1, left: 3), .wait(5, after: 1, left: 3), .attempt(2, left: 2), .wait(5, after: 2, left: 2),
        .recheck(after: 2, left: 2), .end(.recovered(by: .waiting, failsTest: true), attempts: 2, returns: 1),
      ]
    ),
    Row(
      testDescription: "a retry that was decided before the limit is made, even if its reset steps take too long",
      engine: RetryEngine(StepPolicy(), hasResetSteps: true),
      deadline: .seconds(2),
      told: [.failed(), .reset, .failed()],
      answers: [
        .attempt(1, left: 3), .reset(after: 1, left: 3), .attempt(2, left: 2),
        .end(.timedOut, attempts: 2, returns: 4),
      ]
    ),
    Row(
      testDescription: "a pause that ends with the limit is followed by an attempt, and one before is not cut",
      engine: RetryEngine(delayed(1)),
      deadline: .seconds(4),
      told: [.failed(), .waited, .failed(), .waited, .succeeded],
      answers: [
        .attempt(1, left: 3), .wait(1, after: 1, left: 3), .attempt(2, left: 2), .wait(1, after: 2, left: 2),
        .attempt(3, left: 1), .end(.recovered(by: .retrying, failsTest: false), attempts: 3, returns: 2),
      ]
    ),
    Row(
      testDescription: "an error of an attempt ends the step",
      told: [.stopped],
      answers: [
        .attempt(1, left: 3),
        .end(.aborted(.byError(.notRetryable, ofResetSteps: false, inside: nil)), attempts: 1, returns: 4),
      ]
    ),
    Row(
      testDescription: "an error of the reset steps ends the step as theirs",
      engine: RetryEngine(StepPolicy(), hasResetSteps: true),
      told: [.failed(), .stopped],
      answers: [
        .attempt(1, left: 3), .reset(after: 1, left: 3),
        .end(.aborted(.byError(.notRetryable, ofResetSteps: true, inside: nil)), attempts: 1, returns: 4),
      ]
    ),
    Row(
      testDescription: "reset steps that reach a limit end the step",
      engine: RetryEngine(StepPolicy(), hasResetSteps: true),
      told: [.failed(), .limitReached],
      answers: [.attempt(1, left: 3), .reset(after: 1, left: 3), .end(.timedOut, attempts: 1, returns: 4)]
    ),
    Row(
      testDescription: "a cancellation ends the step while it waits",
      engine: RetryEngine(delayed(5)),
      told: [.failed(), .cancelled],
      answers: [
        .attempt(1, left: 3), .wait(5, after: 1, left: 3), .end(.aborted(.byCancellation), attempts: 1, returns: 4),
      ]
    ),
    Row(
      testDescription: "an abort ends the step although it has retries left",
      told: [.failed(), .aborted],
      answers: [
        .attempt(1, left: 3), .attempt(2, left: 2), .end(.aborted(.byHook("crashed")), attempts: 2, returns: 4),
      ]
    ),
    Row(
      testDescription: "a wait that fails has timed out",
      engine: RetryEngine(StepPolicy(call: RetryPolicy(retryAttempts: 0), waits: true), isWait: true),
      told: [.failed(.condition)],
      answers: [.attempt(1, left: 0), .end(.timedOut, attempts: 1, returns: 1)]
    ),
    Row(
      testDescription: "a wait whose condition recorded an issue was ended by it",
      engine: RetryEngine(StepPolicy(call: RetryPolicy(retryAttempts: 0), waits: true), isWait: true),
      told: [.failed(.issue)],
      answers: [.attempt(1, left: 0), .end(.aborted(.byIssue), attempts: 1, returns: 1)]
    ),
    Row(
      testDescription: "no pause is shortened after the limit",
      engine: RetryEngine(delayed(5)),
      deadline: .seconds(1),
      told: [.failed()],
      answers: [.attempt(1, left: 3), .end(.timedOut, attempts: 1, returns: 4)]
    ),
    Row(
      testDescription: "a step without retries that is also out of time is exhausted",
      engine: RetryEngine(StepPolicy(call: RetryPolicy(retryAttempts: 0))),
      deadline: .seconds(1),
      told: [.failed()],
      answers: [.attempt(1, left: 0), .end(.exhausted, attempts: 1, returns: 1)]
    ),
  ]

  @Test(arguments: rows)
  func `the engine answers as the table says`(row: Row) {
    var engine = row.engine
    var answers = [Answer(engine.start(), of: engine)]
    for (index, told) in row.told.enumerated() {
      let now = Duration.seconds(index + 1)
      let action =
        switch told {
        case .succeeded: engine.attemptSucceeded()
        case .failed(let failure): engine.attemptFailed(by: failure, at: now, until: row.deadline)
        case .waited: engine.waited()
        case .rechecked(let isMet): engine.conditionRechecked(isMet: isMet)
        case .reset: engine.resetStepsEnded()
        case .cancelled: engine.cancelled()
        case .limitReached: engine.limitReached()
        case .stopped: engine.stopped(by: .notRetryable, inside: nil)
        case .aborted: engine.aborted(.byHook("crashed"))
        }
      answers.append(Answer(action, of: engine))
    }
    #expect(answers == row.answers)
  }

  /// The first attempt lasts from second 10 to second 12.
  @Test(
    arguments: [
      (RetryEngine(StepPolicy(), rehearses: true), nil, true),
      (RetryEngine(StepPolicy()), nil, false),
      (RetryEngine(StepPolicy(call: RetryPolicy(retryAttempts: 0)), rehearses: true), nil, false),
      (RetryEngine(StepPolicy(call: RetryPolicy(retryAttempts: 3)), retryAttempts: 0, rehearses: true), nil, false),
      (RetryEngine(StepPolicy(), rehearses: true), 15, true),
      (RetryEngine(StepPolicy(), rehearses: true), 14, false),
      (RetryEngine(StepPolicy(), rehearses: true), 11, false),
      (RetryEngine(delayed(3), rehearses: true), 18, true),
      (RetryEngine(delayed(3), rehearses: true), 17, false),
    ] as [(RetryEngine, Int?, Bool)]
  )
  func `a first failure is forced only if a retry is possible`(engine: RetryEngine, deadline: Int?, rehearses: Bool) {
    var engine = engine
    _ = engine.start()
    let deadline = deadline.map { Duration.seconds($0) }
    #expect(engine.mayRehearse(since: .seconds(10), at: .seconds(12), until: deadline) == rehearses)
  }

  #if os(Linux)
    @Test func `a report that does not fit the state stops the process`() async {
      await #expect(processExitsWith: .failure) { report { _ = $0.attemptSucceeded() } }
      await #expect(processExitsWith: .failure) {
        report { _ = ($0.start(), $0.attemptSucceeded(), $0.attemptFailed(by: .condition, at: .zero)) }
      }
      await #expect(processExitsWith: .failure) { report { _ = ($0.start(), $0.resetStepsEnded()) } }
      await #expect(processExitsWith: .failure) {
        report { _ = ($0.start(), $0.waited(), $0.conditionRechecked(isMet: true)) }
      }
      await #expect(processExitsWith: .failure) {
        report { _ = ($0.start(), $0.cancelled(), $0.cancelled()) }
      }
    }
  #endif

  /// Slow checks: the condition is seen at their end.
  @Test(
    arguments: [
      ([(2, true)], .pauses(.seconds(4))),
      ([(2, true), (6, true)], .pauses(.seconds(4))),
      ([(2, true), (6, true), (10, true)], .pauses(.seconds(2))),
      ([(2, true), (6, true), (11, true)], .pauses(.seconds(1))),
      ([(2, true), (6, true), (10, true), (12, true)], .ends(isMet: true)),
      ([(13, true)], .pauses(.seconds(4))),
      ([(13, true), (17, true), (23, true)], .ends(isMet: true)),
      ([(2, false), (4, true), (10, true)], .ends(isMet: false)),
      ([(2, true), (6, false), (7, true), (10, true)], .ends(isMet: false)),
      ([(2, true), (11, false)], .ends(isMet: false)),
      ([(2, true), (15, true)], .ends(isMet: true)),
      ([(13, true), (17, true), (20, true)], .ends(isMet: false)),
    ] as [([(Int, Bool)], Check)]
  )
  fileprivate func `a condition that was always true may use time to stay so`(seen: [(Int, Bool)], action: Check) {
    let isLate = seen.last?.0 == 20
    let policy = StepPolicy(
      call: RetryPolicy(conditionTimeout: .seconds(10), pollingInterval: .seconds(4), stableFor: .seconds(10))
    )
    var checks = ConditionChecks(start: .zero, timeout: .seconds(10))
    let answers = seen.map { policy.check($0.1, &checks, at: .seconds($0.0), until: isLate ? .seconds(20) : nil) }
    #expect(answers.last == action)
    #expect(checks.limit == (isLate ? .timeLimit : Self.limit(seen)))
  }

  /// The limit without a deadline.
  private static func limit(_ seen: [(Int, Bool)]) -> TimeLimit.Kind? {
    seen.contains { !$0.1 } && (seen.last?.0 ?? 0) >= 10 ? .conditionTimeout : nil
  }
}

extension RetryEngineTests.Answer {
  fileprivate static func attempt(_ number: Int, left: Int) -> Self {
    .action(.runAttempt(Attempt(number: number, retriesRemaining: left)))
  }

  fileprivate static func wait(_ seconds: Int, after number: Int, left: Int) -> Self {
    .action(.wait(.seconds(seconds), after: Attempt(number: number, retriesRemaining: left)))
  }

  fileprivate static func recheck(after number: Int, left: Int) -> Self {
    .action(.recheckCondition(after: Attempt(number: number, retriesRemaining: left)))
  }

  fileprivate static func reset(after number: Int, left: Int) -> Self {
    .action(.runResetSteps(after: Attempt(number: number, retriesRemaining: left)))
  }
}
