extension StepRun {
  /// The number of repetitions that are due; nil for none.
  ///
  /// A step without reset steps cannot be repeated, which is logged once. A step that has recovered is known to be
  /// flaky, which fails the test.
  func burnIns(after report: StepReport) -> Int? {
    guard let count = start.burnIns, report.outcome.isSuccess else { return nil }
    guard step.call.hasResetSteps else {
      if start.world.burnInHint.claim() { emit(.burnInNeedsResetSteps) }
      return nil
    }
    if report.ending == .passed { return count }
    let retries = (report.attempts - 1).counted("retry", plural: "retries")
    failBurnIn("\(step.name) needed \(retries) before its first repetition. \(report.summary)")
    return nil
  }

  /// The start of a repetition; it is logged.
  func burnIn(_ number: Int, of count: Int) -> StepStart {
    let repetition = start.burnIn(number, of: count)
    emit(.burnIn(number, of: count), in: repetition.context)
    return repetition
  }

  /// Ends the burn-in; a failed repetition fails the test, and changes nothing else.
  func burnedIn(_ report: BurnInReport) {
    emit(.burnedIn(report))
    if report.failed > 0 { failBurnIn(report.text(of: step.name)) }
  }

  private func failBurnIn(_ text: String) { fail("\(EnvironmentVariable.burnIn.name): \(text)", .gate) }
}
