/// The section of the page with the tests that failed in the newest run, with step, cause and age of each.
extension Page {
  /// The maximum number of tests that are listed.
  private static let mostFailed = 50
  private static let longestCause = 300

  func failedTestSection() -> HTML {
    guard let run = newest else { return "" }
    let tests = full.timelines.failed.of(run: run.id)
    if tests.isEmpty { return "" }
    let more = tests.count - Self.mostFailed
    let note: HTML? = more > 0 ? "<p class=\"note\">and \(more.counted("more test")).</p>\n" : nil
    return """
      <section aria-labelledby="failed-tests">
      <h2 id="failed-tests">Tests with a failed step</h2>
      \(tests.prefix(Self.mostFailed).map(item))\(note)</section>

      """
  }

  private func item(_ test: FailedTest) -> HTML {
    let name = test.name.isEmpty ? "Outside tests" : test.name
    let steps = test.steps.map { step -> HTML in
      let row = step.row
      let place = links.place(row.place, commit: row.commit, isShort: true)
      let since: HTML? = since(step).map { text -> HTML in " <span class=\"since\">\(text)</span>" }
      return """
        <p>\(link(to: row)) \(place)\(owner(of: row.place)): \
        \(step.failure.message.truncated(to: Self.longestCause))\(since)</p>

        """
    }
    return "<article class=\"finding\">\n<h3>\(.wrapping(name))</h3>\n\(steps)</article>\n"
  }

  /// The name of a step, with a link to its attempts if they are on the page.
  private func link(to row: Row) -> HTML {
    let name: HTML = "<strong>\(.wrapping(row.key.title))</strong>"
    return tests.anchor(ofStep: row.stepID).map { "<a href=\"#\($0)\">\(name)</a>" } ?? name
  }

  /// When its cause was first seen in the runs at hand; `nil` if there is no earlier run.
  private func since(_ step: FailedTest.Step) -> String? {
    let action = report.actions.first { $0.key == step.row.key }
    let firsts = step.kinds.compactMap { action?.causes.firstSeen[$0] }
    guard report.history.runs.count > 1, let first = firsts.min(by: { $0.startMs < $1.startMs }) else { return nil }
    return first.id == step.row.runID ? "new in this run" : "first seen in run \(first.id), \(first.text)"
  }
}
