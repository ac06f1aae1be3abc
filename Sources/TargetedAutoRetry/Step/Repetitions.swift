/// A step and, in a burn-in, its repetitions, which a driver runs one after the other.
struct Repetitions {
  /// The run that is due: of the step, or of a repetition.
  private(set) var run: StepRun
  private let step: StepRun
  /// The report of the step, once it is over.
  private var report: StepReport?
  /// The number of repetitions, and their results.
  private var (count, passed, failed) = (0, 0, 0)
  /// The cause of the first failure.
  private var firstCause: String?

  init(of step: StepRun) { (self.step, run) = (step, step) }

  /// Ends the run.
  ///
  /// - Returns: The report of the step; nil if a repetition follows.
  mutating func runEnds(_ ending: StepEnding) throws -> StepReport? {
    guard let report else { return try stepEnds(ending) }
    do {
      let mayGoOn = try add(run.finish(ending))
      if mayGoOn, passed + failed < count {
        repetitionBegins()
        return nil
      }
    } catch {
      // It goes to the caller; a skip and a cancellation are not failures.
      if !StopError.matches(error) { fail("Threw \(error.text)".asSentence) }
      step.burnedIn(text, hasFailed: failed > 0)
      throw error
    }
    step.burnedIn(text, hasFailed: failed > 0)
    return report
  }

  private mutating func stepEnds(_ ending: StepEnding) throws -> StepReport? {
    let report = try step.finish(ending)
    guard let count = step.repetitions(after: report) else { return report }
    (self.report, self.count) = (report, count)
    repetitionBegins()
    return nil
  }

  /// - Returns: True if another repetition may follow.
  private mutating func add(_ report: StepReport) -> Bool {
    if report.outcome.isSuccess {
      passed += 1
      return true
    }
    // A repetition that was cancelled or had no time for an attempt proves nothing about the step.
    guard report.ending.abortion != .byCancellation, let failure = report.failedAttempts.first else { return false }
    fail(failure.causeText(.whole))
    return report.outcome == .exhausted
  }

  private mutating func fail(_ cause: String) {
    failed += 1
    firstCause = firstCause ?? cause
  }

  private var text: String {
    let runs = passed + failed
    let result = "\(step.step.name) passed \(passed) of \(runs.counted("repetition"))"
    let end = runs < count ? ", and was ended before the rest of \(count)." : "."
    return result + end + (firstCause.map { " First cause: \($0)" } ?? "")
  }

  private mutating func repetitionBegins() {
    let number = passed + failed + 1
    run = StepRun(step.object, step.step.call.repetition(number, of: count), step.policyOfCall)
    (run.isAsynchronous, run.rejectedValue) = (step.isAsynchronous, step.rejectedValue)
    run.emit(.burnIn(number, of: count))
  }
}

extension StepRun {
  /// The number of repetitions that are due; nil for none.
  ///
  /// A step without reset steps cannot be repeated, which is logged once. A step that has recovered is known to be
  /// flaky, which fails the test.
  fileprivate func repetitions(after report: StepReport) -> Int? {
    guard let burnIn = world.steering.burnIn, step.call.kind == .step, burnIn.name == step.name,
      report.outcome.isSuccess
    else { return nil }
    guard step.call.hasResetSteps else {
      hint(.burnInNeedsResetSteps)
      return nil
    }
    if report.ending == .passed { return burnIn.count }
    let retries = (report.attempts - 1).counted("retry", plural: "retries")
    failBurnIn("\(step.name) needed \(retries) before its first repetition. \(report.summary ?? "")")
    return nil
  }

  /// Ends the burn-in; a failed repetition fails the test, and changes nothing else.
  fileprivate func burnedIn(_ result: String, hasFailed: Bool) {
    emit(.burnedIn(result))
    if hasFailed { failBurnIn(result) }
  }

  private func failBurnIn(_ text: String) { fail("\(EnvironmentVariable.burnIn.name): \(text)", .gate) }
}
