extension ActionFigures {
  /// The action; a whole test is marked as one.
  var title: String { unit == .test ? "\(action) (whole test)" : action }
}

extension Report {
  /// The figures of all steps in a sentence or two.
  var headline: String {
    let died = steps(\.died)
    return """
      \((steps(\.runs) + died).counted("step")) in \(figures.runIDs.count.counted("run")): \(steps(\.exhausted)) failed, \
      \(steps(\.stopped)) stopped early\(died == 0 ? "" : " (\(died) because the process ended)"), \
      \(steps(\.recovered)) recovered (\(flakeRate.asPercent)). \
      \(testsSentence)\(waitsSentence)Time lost to retries: \(figures.lostMs.asTime) of \(figures.outermostMs.asTime).
      """
  }

  /// A sentence for each of the first processes that died, and one for the others.
  var deaths: [String] {
    let more = input.dead.count - Self.mostDeaths
    return input.dead.prefix(Self.mostDeaths).map(\.sentence.printable)
      + (more > 0 ? ["\(more.counted("more process", plural: "more processes")) died."] : [])
  }

  private static var mostDeaths: Int { 3 }

  /// The figures of tests with flaky scopes; empty without them.
  private var testsSentence: String {
    let ended = tests(\.runs) + tests(\.died)
    guard ended > 0 else { return "" }
    return "\(ended.counted("test")) with flaky scopes: \(tests(\.exhausted)) failed, "
      + "\(tests(\.stopped)) stopped early, \(tests(\.recovered)) recovered. "
  }

  /// The number of waits that failed; empty if none did.
  private var waitsSentence: String {
    let failed = waits.map(\.failed).reduce(0, +)
    if failed == 0 { return "" }
    return "\(failed) of \(waits.map(\.total).reduce(0, +).counted("wait")) failed. "
  }
}
