/// The tests that the flakes belong to, each with its steps on an axis of time.
struct TestSection {
  /// The number of steps that are drawn.
  private static let mostSteps = 10_000

  private let tests: [[TestTimeline]]
  private let total: Int
  /// The counts of all steps of a test.
  private var counts: [String: TestCounts] = [:]
  /// Those of the tests that are shown.
  private(set) var examples = StepExamples()

  init(_ full: FullReport) {
    let keys = full.report.actions.map(\.key) + full.report.waits.map(\.key)
    tests = full.timelines.shown(for: keys, mostSteps: Self.mostSteps)
    total = full.timelines.total
    for action in full.runs.parts.flatMap(\.actions.values) { counts.add(action.tests) }
    for test in tests.joined() { examples.add(test) }
  }

  func render(on page: Page) -> HTML {
    if tests.isEmpty { return "" }
    let items = tests.enumerated().map { index, test in item(test, isOpen: index == 0, page) }
    let more = total - tests.count
    let note: HTML? =
      more > 0 ? "<p class=\"note\">and \(more.counted("more test")) with attempts that failed.</p>\n" : nil
    return """
      <section>
      <h2>Tests</h2>
      <p class="note">Those with a step that failed for good come first, then those that lost most time to retries. \
      The bars of a test have one axis of time; a step opens to show its attempts.</p>
      <ul class="legend"><li><i class="key succeeded"></i>an attempt that succeeded</li>\
      <li><i class="key failed"></i>one that failed</li>\
      <li><i class="key wait"></i>waiting for a condition</li></ul>
      \(items)\(note)</section>

      """
  }

  private func item(_ runs: [TestTimeline], isOpen: Bool, _ page: Page) -> HTML {
    let name = runs[0].test.isEmpty ? "Outside of tests" : runs[0].test
    let timelines = runs.enumerated().map { index, run in
      var list = StepList(run, on: page)
      return list.render(isOpen: index == 0)
    }
    let open: HTML? = isOpen ? " open" : nil
    return """
      <details class="test"\(open)>
      <summary><h3>\(.wrapping(name))</h3> \(figures(of: runs))</summary>
      \(timelines)</details>

      """
  }

  /// The figures of a test in all runs; of a test with a flaky scope that it ran again in those that are shown.
  private func figures(of runs: [TestTimeline]) -> HTML {
    let counts = counts[runs[0].test] ?? TestCounts()
    let hasRerun = runs.contains { $0.steps.contains { $0.key.unit == .test && $0.hasFailed } }
    let figures = [
      counts.tally.failures > 0
        ? "\(counts.tally.failures) of \(counts.tally.steps.counted("first attempt")) failed" : nil,
      counts.failedForGood > 0 ? "\(counts.failedForGood.counted("step")) for good" : nil,
      hasRerun ? "the whole test ran again" : nil,
    ]
    let style = counts.failedForGood > 0 ? "bad" : "flaky"
    return "<span class=\"\(style)-text\">\(figures.compactMap(\.self).joined(separator: ", "))</span>"
  }
}
