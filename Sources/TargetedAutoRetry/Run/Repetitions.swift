/// The repetitions of a step that has passed, in a burn-in; a driver runs them one after the other.
struct Repetitions {
  private let step: StepRun
  private let count: Int
  private var passed = 0
  private var failed = 0
  private var isOver = false
  private var firstCause: String?

  /// Nil if the step is not repeated.
  ///
  /// A step without reset steps cannot be repeated, which is logged once. A step that has recovered is known to be
  /// flaky, which fails the test.
  init?(of run: StepRun) {
    guard let burnIn = run.world.steering.burnIn else { return nil }
    let (step, report) = (run.step, run.report)
    guard step.kind == .step, burnIn.name == step.name, report.outcome.isSuccess else { return nil }
    guard step.hasResetSteps else {
      run.hint(.burnInNeedsResetSteps)
      return nil
    }
    guard report.ending == .passed else {
      let retries = (report.attempts - 1).counted("retry", plural: "retries")
      run.failBurnIn("\(step.name) needed \(retries) before its first repetition. \(report.summary ?? "")")
      return nil
    }
    self.step = run
    count = burnIn.count
  }

  /// The next repetition; nil at the end, which fails the test if a repetition has failed, and changes nothing else.
  mutating func next() -> StepRun? {
    guard !isOver, passed + failed < count else {
      end()
      return nil
    }
    let number = passed + failed + 1
    let run = StepRun(repetition: number, of: count, step)
    run.emit(.burnIn(number, of: count))
    return run
  }

  mutating func ended(_ run: StepRun, _ ending: StepEnding) throws {
    do {
      try run.finish(ending)
      let report = run.report
      if report.outcome.isSuccess {
        passed += 1
        return
      }
      isOver = report.outcome != .exhausted
      // A repetition that was cancelled proves nothing about the step.
      guard report.ending.abortion != .byCancellation, let failure = report.failedAttempts.first else { return }
      fail(failure.causeText(.whole))
    } catch {
      // It goes to the caller; a skip and a cancellation are not failures.
      if !error.meansStop { fail("Threw \(error.text)".asSentence) }
      end()
      throw error
    }
  }

  private mutating func fail(_ cause: String) {
    failed += 1
    firstCause = firstCause ?? cause
  }

  private func end() {
    let runs = passed + failed
    let result = "\(step.step.name) passed \(passed) of \(runs.counted("repetition"))"
    let rest = runs < count ? ", and was ended before the rest of \(count)." : "."
    let text = result + rest + (firstCause.map { " First cause: \($0)" } ?? "")
    step.emit(.burnedIn(text))
    if failed > 0 { step.failBurnIn(text) }
  }
}

extension StepRun {
  fileprivate func failBurnIn(_ text: String) {
    let message = "\(EnvironmentVariable.burnIn.name): \(text)"
    fail(TestFailure(message: message, callSite: step.failureSite, isGate: true))
  }
}
