internal import XCTest

/// One step while it runs: all that the two drivers have in common.
///
/// It asks the engine what comes next, tells the sinks what happens, and records the failure at the end.
struct StepRun {
  let context: StepContext
  private let step: Step
  private let testCase: XCTestCase?
  private let environment = RetryEnvironment.current
  private let start: Duration
  private var engine: RetryEngine
  private var failedAttempts: (first: FailedAttempt, last: FailedAttempt)?

  init(_ step: Step, in testCase: XCTestCase?) {
    self.step = step
    self.testCase = testCase
    context = .forStep(in: testCase.map(ObjectIdentifier.init))
    engine = RetryEngine(retryAttempts: step.retryAttempts, hasResetSteps: step.hasResetSteps)
    start = environment.timekeeper.now()
  }

  var now: Duration { environment.timekeeper.now() }

  func begin() -> RetryEngine.Action {
    engine.start()
  }

  mutating func attemptEnded<Failure>(_ attempt: Attempt, _ end: AttemptEnd<Failure>) -> RetryEngine.Action {
    switch end {
    case .succeeded:
      engine.attemptEnded(.succeeded)
    case .threw(let error) where StopError.matches(error):
      engine.attemptEnded(.stopped)
    case .threw(let error):
      attemptFailed(FailedAttempt(attempt: attempt, cause: .error(error)))
    case .conditionNotMet(let duration):
      attemptFailed(FailedAttempt(attempt: attempt, cause: .condition(after: duration)))
    }
  }

  mutating func resetStepsEnded(threw: Bool) -> RetryEngine.Action {
    engine.resetStepsEnded(threw: threw)
  }

  /// The step is over: tells the sinks, and fails the test or throws where that is due.
  ///
  /// - Parameter error: What the last closure threw, if it did.
  /// - Returns: What `autoRetry` returns.
  func finish<Failure>(_ end: StepEnd, error: Failure?) throws(Failure) -> Int {
    if end.isRefusal {
      fail("\(step.name): retryAttempts is \(step.retryAttempts), and must be 0 or more. Nothing was run.")
      return end.retriesUsed
    }
    if end.propagatesError, let error {
      tell(.stopped(end, by: error))
      throw error
    }
    tell(.finished(end))
    if end.outcome == .exhausted, step.failsTest, let failedAttempts {
      fail(step.exhaustedText(attempts: end.attempts, elapsed: now - start, failedAttempts: failedAttempts))
    }
    return end.retriesUsed
  }

  private mutating func attemptFailed(_ failed: FailedAttempt) -> RetryEngine.Action {
    failedAttempts = (first: failedAttempts?.first ?? failed, last: failed)
    let next = engine.attemptEnded(.failed)
    tell(.attemptFailed(failed, retrying: next.isRetry))
    return next
  }

  private func fail(_ message: String) {
    environment.recordFailure(
      TestFailure(message: message, callSite: step.callSite, test: .current(testCase))
    )
  }
}

extension StepRun {
  private func tell(_ kind: @autoclosure () -> RetryEvent.Kind) {
    guard !environment.sinks.isEmpty else { return }
    let event = event(kind())
    for sink in environment.sinks { sink.receive(event) }
  }

  /// Tells the sinks that a part of the step begins.
  func announce(_ part: @autoclosure () -> RetryEvent.Kind) {
    tell(part())
  }

  /// Tells the sinks that a part of the step begins, and runs it.
  func perform<Value, Failure>(
    _ part: @autoclosure () -> RetryEvent.Kind,
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    guard !environment.sinks.isEmpty else { return try body() }
    return try environment.sinks[...].receive(event(part()), during: body)
  }

  private func event(_ kind: RetryEvent.Kind) -> RetryEvent {
    RetryEvent(kind: kind, step: step, depth: context.depth, test: .current(testCase))
  }
}
