/// The steps of a test as bars on an axis of time, and as a list with the same content.
struct StepList {
  private let test: TestTimeline
  private let page: Page
  private let axis: TimeAxis
  /// The nested steps that are still to be drawn, so that none is drawn twice.
  private var inside: [String: [Timeline]] = [:]

  init(_ test: TestTimeline, on page: Page) {
    self.test = test
    self.page = page
    axis = TimeAxis(span: test.span)
  }

  mutating func render(isOpen: Bool) -> HTML {
    let tree = test.tree
    inside = tree.inside
    let items = items(tree.roots)
    let omitted: HTML? = test.omitted > 0 ? "<p class=\"note\">and \(test.omitted.counted("more step"))</p>\n" : nil
    let run = page.links.run(test.first.runID)
    let link: HTML? = run == "\(test.first.runID)" ? nil : "<p>\(run)</p>\n"
    let marks = (0...4 as ClosedRange<Int64>).map { mark -> HTML in
      "<span>\((axis.durationMs * mark / 4).asTime)</span>"
    }
    let open: HTML? = isOpen ? " open" : nil
    return """
      <details class="trace"\(open)>
      <summary><h4>\(test.origin)</h4></summary>
      \(link)<div class="ruler row" aria-hidden="true"><div class="marks">\(marks)</div></div>
      <ol class="steps">
      \(items)</ol>
      \(omitted)</details>

      """
  }

  private mutating func items(_ steps: [Timeline]) -> [HTML] {
    var items: [HTML] = []
    for step in steps {
      let children = inside.removeValue(forKey: step.row.stepID) ?? []
      let own = item(step)
      let list: HTML? = children.isEmpty ? nil : "<ol>\n\(self.items(children))</ol>"
      items.append("<li>\(own)\(list)</li>\n")
    }
    return items
  }

  private func item(_ step: Timeline) -> HTML {
    let row: HTML = """
      <span class="name">\(.wrapping(step.row.key.title)) <span class="\(step.mood)">\(step.ending)</span></span>\
      <span class="lane" aria-hidden="true">\(axis.lane(step))</span>\
      <span class="time">\(step.row.durationMs.asTime)</span>
      """
    guard !step.attempts.isEmpty || step.hasFailed else { return "<div class=\"row\">\(row)</div>" }
    return """
      <details><summary class="row">\(row)</summary>
      <div class="attempts" id="\(step.anchor(in: test))">
      \(details(step))</div>
      </details>
      """
  }

  private func details(_ step: Timeline) -> HTML {
    let evidence = Evidence(step)
    let differed = evidence.map { page.differences(in: $0, of: step) }
    // No file is shown twice.
    let shown = evidence?.pairs.map(\.failed) ?? []
    let items = step.attempts.map { attempt -> HTML in
      let waited = attempt.waitedMs > 0 && !step.isWait ? " (\(attempt.waitedMs.asTime) of it waiting)" : ""
      return """
        <li value="\(attempt.attempt)">at \(axis.offset(of: attempt.startMs).asTime), for \
        \(attempt.durationMs.asTime)\(waited): \(attempt.message)\
        \(page.pictures.gallery(attempt.attachments.filter { !shown.contains($0) }))</li>
        """
    }
    let list: HTML? = items.isEmpty ? nil : "<ol>\(items)</ol>"
    return """
      <p>\(page.links.place(step.row.place, commit: test.first.commit))\(step.row.reason.isEmpty ? "" : " \(step.row.reason)")</p>
      \(list)\(step.between)
      \(differed)
      """
  }
}

extension Timeline {
  func anchor(in test: TestTimeline) -> String { "step-\(test.number)-\(number)" }

  /// The style of the ending.
  fileprivate var mood: String { Mood(outcome).isTrouble ? "\(Mood(outcome))-text" : "note" }

  fileprivate var ending: String {
    let attempts = row.attempt.counted("attempt")
    return switch outcome {
    case .passed: "passed"
    case .recovered: "recovered after \(attempts) by \(row.recoveredBy?.rawValue ?? "a retry")"
    case .exhausted: "failed after \(attempts)"
    case .timedOut: isWait ? "timed out" : "reached its time limit after \(attempts)"
    case .aborted, .stopped, .skipped, .canceled: "\(row.outcome.word)\(isWait ? "" : " after \(attempts)")"
    case .died, .unknown: row.outcome.word
    }
  }

  /// Notes on attempts without a row, on reset steps and on waiting.
  fileprivate var between: HTML? {
    let succeeded = outcome == .recovered && row.recoveredBy != .waiting ? 1 : 0
    let more = row.attempt - attempts.count - succeeded
    let notes = [
      more > 0 && !isWait ? "and \(more.counted("more attempt"))" : nil,
      row.resets > 0 ? "reset steps ran \(row.resets == 1 ? "once" : "\(row.resets) times")" : nil,
      outcome == .recovered && row.waitedMs > 0 ? "waited \(row.waitedMs.asTime) in total" : nil,
    ].compactMap(\.self)
    return notes.isEmpty ? nil : "<p class=\"note\">\(notes.joined(separator: "; "))</p>"
  }
}
