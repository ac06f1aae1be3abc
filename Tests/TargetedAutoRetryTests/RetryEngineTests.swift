import Testing

@testable import TargetedAutoRetry

@Suite struct RetryEngineTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var retryAttempts = 3
    var hasResetSteps = false
    let told: [Told]
    let answers: [RetryEngine.Action]
  }

  enum Told {
    case attempt(RetryEngine.AttemptResult)
    case reset(threw: Bool)
  }

  static let rows = [
    Row(
      testDescription: "a first attempt that succeeds ends the step",
      told: [.attempt(.succeeded)],
      answers: [.attempt(1, left: 3), .end(.passed, attempts: 1, returns: 0)]
    ),
    Row(
      testDescription: "a failed attempt is followed by the next, with one retry less",
      told: [.attempt(.failed), .attempt(.succeeded)],
      answers: [.attempt(1, left: 3), .attempt(2, left: 2), .end(.recovered, attempts: 2, returns: 1)]
    ),
    Row(
      testDescription: "the last allowed retry can succeed",
      retryAttempts: 2,
      told: [.attempt(.failed), .attempt(.failed), .attempt(.succeeded)],
      answers: [
        .attempt(1, left: 2), .attempt(2, left: 1), .attempt(3, left: 0), .end(.recovered, attempts: 3, returns: 2),
      ]
    ),
    Row(
      testDescription: "without a retry left the step is exhausted and returns one more than allowed",
      retryAttempts: 1,
      told: [.attempt(.failed), .attempt(.failed)],
      answers: [.attempt(1, left: 1), .attempt(2, left: 0), .end(.exhausted, attempts: 2, returns: 2)]
    ),
    Row(
      testDescription: "0 retries are one attempt",
      retryAttempts: 0,
      hasResetSteps: true,
      told: [.attempt(.failed)],
      answers: [.attempt(1, left: 0), .end(.exhausted, attempts: 1, returns: 1)]
    ),
    Row(
      testDescription: "a negative number is refused before anything runs",
      retryAttempts: -1,
      told: [],
      answers: [.finish(.refusal)]
    ),
    Row(
      testDescription: "as many retries as an integer can count do not overflow",
      retryAttempts: .max,
      told: [.attempt(.stopped)],
      answers: [
        .attempt(1, left: .max), .end(.aborted, attempts: 1, returns: .max, propagatesError: true),
      ]
    ),
    Row(
      testDescription: "reset steps run between attempts only",
      retryAttempts: 1,
      hasResetSteps: true,
      told: [.attempt(.failed), .reset(threw: false), .attempt(.failed)],
      answers: [
        .attempt(1, left: 1), .runResetSteps(after: Attempt(number: 1, retriesRemaining: 1)), .attempt(2, left: 0),
        .end(.exhausted, attempts: 2, returns: 2),
      ]
    ),
    Row(
      testDescription: "reset steps that throw end the step, and the error goes to the caller",
      hasResetSteps: true,
      told: [.attempt(.failed), .reset(threw: true)],
      answers: [
        .attempt(1, left: 3), .runResetSteps(after: Attempt(number: 1, retriesRemaining: 3)),
        .end(.aborted, attempts: 1, returns: 4, propagatesError: true),
      ]
    ),
    Row(
      testDescription: "a stop error ends the step although retries are left, and goes to the caller",
      hasResetSteps: true,
      told: [.attempt(.failed), .reset(threw: false), .attempt(.stopped)],
      answers: [
        .attempt(1, left: 3), .runResetSteps(after: Attempt(number: 1, retriesRemaining: 3)), .attempt(2, left: 2),
        .end(.aborted, attempts: 2, returns: 4, propagatesError: true),
      ]
    ),
  ]

  @Test(arguments: rows)
  func `the engine answers what the table says`(row: Row) {
    var engine = RetryEngine(retryAttempts: row.retryAttempts, hasResetSteps: row.hasResetSteps)
    var answers = [engine.start()]
    for told in row.told {
      switch told {
      case .attempt(let result): answers.append(engine.attemptEnded(result))
      case .reset(let threw): answers.append(engine.resetStepsEnded(threw: threw))
      }
    }
    #expect(answers == row.answers)
  }
}

extension RetryEngine.Action {
  fileprivate static func attempt(_ number: Int, left: Int) -> Self {
    .runAttempt(Attempt(number: number, retriesRemaining: left))
  }

  fileprivate static func end(
    _ outcome: StepOutcome,
    attempts: Int,
    returns retriesUsed: Int,
    propagatesError: Bool = false
  ) -> Self {
    .finish(
      StepEnd(outcome: outcome, attempts: attempts, retriesUsed: retriesUsed, propagatesError: propagatesError)
    )
  }
}
