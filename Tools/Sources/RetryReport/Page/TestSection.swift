/// The tests with failed steps, each with its steps on an axis of time.
struct TestSection {
  private static let mostSteps = 10_000

  private let timelines: TestTimelines
  private let tests: [[TestTimeline]]
  /// The examples in the tests that are shown.
  private(set) var examples = StepExamples()
  /// The ids of the steps with attempts on the page, by the ids in the records.
  private(set) var anchors: [String: String] = [:]

  init(_ full: FullReport) {
    timelines = full.timelines
    tests = timelines.shown(for: full.report.actions.map(\.key), mostSteps: Self.mostSteps)
    for test in tests.joined() {
      examples.add(test)
      for step in test.steps where step.hasFailed { anchors[step.row.stepID] = step.anchor(in: test) }
    }
  }

  func render(on page: Page) -> HTML {
    if tests.isEmpty { return "" }
    let items = tests.enumerated().map { index, test in item(test, isOpen: index == 0, page) }
    let more = timelines.total - tests.count
    let note: HTML? =
      more > 0 ? "<p class=\"note\">and \(more.counted("more test")) with failed attempts.</p>\n" : nil
    return """
      <section aria-labelledby="tests">
      <h2 id="tests">Tests</h2>
      <p class="note">Tests with a failed step come first, then those that lost the most time to retries. All bars of a test \
      share one axis of time. Open a step to see its attempts.</p>
      <ul class="legend"><li><i class="key succeeded"></i>successful attempt</li>\
      <li><i class="key failed"></i>failed attempt</li>\
      <li><i class="key wait"></i>waiting for a condition</li></ul>
      \(items)\(note)</section>

      """
  }

  private func item(_ runs: [TestTimeline], isOpen: Bool, _ page: Page) -> HTML {
    let name = runs[0].test.isEmpty ? "Outside tests" : runs[0].test
    let timelines = runs.enumerated().map { index, run in
      var list = StepList(run, on: page)
      return list.render(isOpen: index == 0)
    }
    let contents: HTML = "\(timelines)"
    // The timelines that closed details have, for links to their steps.
    let numbers: HTML = "data-timelines=\"\(runs.map { "\($0.number)" }.joined(separator: " "))\""
    return """
      <details class="test" \(isOpen ? "open" : numbers)>
      <summary><h3>\(.wrapping(name))</h3> \(figures(of: runs, page))</summary>
      \(isOpen ? contents : page.folded(contents))</details>

      """
  }

  /// The figures of a test in all runs, and whether a run that is shown was repeated as a whole.
  private func figures(of runs: [TestTimeline], _ page: Page) -> HTML {
    let counts = timelines.counts[runs[0].test] ?? (.zero, 0)
    let hasFailed = runs.contains(where: \.failedForGood)
    let result = page.full.timelines.cases(
      of: TestName(runs[0].first),
      hasFailed: hasFailed,
      cannotHavePassed: runs.contains(where: \.cannotHavePassed),
      in: page.full.report
    )?.outcome
    let hasRerun = runs.contains { $0.steps.contains { $0.row.subject == .test && $0.hasFailed } }
    let figures = [
      result.map { "test \($0 == .recovered ? "passed only after a retry" : $0.rawValue)" },
      counts.failures.count > 0
        ? "\(counts.failures.count) of \(counts.failures.total.counted("first attempt")) failed" : nil,
      counts.failedForGood > 0 ? "\(counts.failedForGood.counted("step")) failed" : nil,
      hasRerun ? "the whole test ran again" : nil,
    ]
    let isBad = result.map { $0 == .failed } ?? (counts.failedForGood > 0)
    let style = isBad ? "bad" : "flaky"
    return "<span class=\"\(style)-text\">\(figures.compactMap(\.self).joined(separator: ", "))</span>"
  }
}
