/// The section of the page with the tests that failed in the newest run, with the step, cause and age of each failure.
extension Page {
  private static let mostFailed = 50
  private static let longestCause = 300

  func failedTestSection() -> HTML {
    let tests = failedTests
    let items = tests.map(item) + failures(unexplainedBy: tests)
    if items.isEmpty { return "" }
    let more = items.count - Self.mostFailed
    let note: HTML? = more > 0 ? "<p class=\"note\">and \(more.counted("more test")).</p>\n" : nil
    return """
      <section aria-labelledby="failed-tests">
      <h2 id="failed-tests">\(report.results == nil ? "Tests with a failed step" : "Failed tests")</h2>
      \(Array(items.prefix(Self.mostFailed)))\(note)</section>

      """
  }

  /// The tests with a failed step in the newest run, without those that passed according to the result files.
  private var failedTests: [FailedTest] {
    full.timelines.failedTests(in: report)
      .filter { $0.test.run.id == newest?.id && $0.cases?.outcome ?? .failed == .failed }.map(\.test)
  }

  /// The failures in result files that no step explains.
  private func failures(unexplainedBy explaining: [FailedTest]) -> [HTML] {
    guard let results = report.results else { return [] }
    let explained = Set(explaining.map(\.testName))
    let failed = results.tests.filter { $0.value.outcome == .failed && !explained.contains($0.key) }
    let tests = failed.map { (name: "\($0.key.suite)/\($0.key.name)", message: $0.value.message) }
      .sorted { $0.name < $1.name }
    let outside = results.failuresOutsideTests.map { (name: $0.suite, message: $0.message) }
    return (tests + outside).map { name, message in
      let text = message.isEmpty ? "failed outside its steps" : message.truncated(to: Self.longestCause)
      return "<article class=\"finding\">\n<h3>\(.wrapping(name))</h3>\n<p>\(text)</p>\n</article>\n"
    }
  }

  private func item(_ test: FailedTest) -> HTML {
    let name = test.name.isEmpty ? "Outside tests" : test.name
    let steps = test.steps.map { step -> HTML in
      let row = step.row
      let place = links.place(row.place, commit: row.commit, isShort: true)
      let message = step.failure.message.isEmpty ? row.outcome.word : step.failure.message
      let since: HTML? = since(step).map { text -> HTML in " <span class=\"since\">\(text)</span>" }
      return """
        <p>\(link(to: row)) \(place)\(owner(of: row.place)): \
        \(message.truncated(to: Self.longestCause))\(since)</p>

        """
    }
    return "<article class=\"finding\">\n<h3>\(.wrapping(name))</h3>\n\(steps)</article>\n"
  }

  /// The name of a step, with a link to its attempts if they are on the page.
  private func link(to row: Row) -> HTML {
    let name: HTML = "<strong>\(.wrapping(row.key.title))</strong>"
    return tests.anchors[row.stepID].map { "<a href=\"#\($0)\">\(name)</a>" } ?? name
  }

  /// When its cause was first seen in the runs at hand; `nil` if there is no earlier run.
  private func since(_ step: FailedTest.Step) -> String? {
    let action = report.actions.first { $0.key == step.row.key }
    let firsts = step.kinds.compactMap { action?.causes.firstSeen[$0] }
    guard report.history.runs.count > 1, let first = firsts.min(by: { $0.startMs < $1.startMs }) else { return nil }
    return first.id == step.row.runID ? "new in this run" : "first seen in run \(first.id), \(first.text)"
  }
}
