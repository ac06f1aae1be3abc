internal import Foundation

/// The steps of a test as bars below each other, and as a list that says the same.
struct StepList {
  let test: TestTimeline
  let links: Links
  /// The names that links lead to, for steps that are the example of their action; none is given twice.
  private var ids: [String: (attempts: String?, evidence: String?)]
  private let axis: TimeAxis

  init(_ test: TestTimeline, _ links: Links, ids: [String: (attempts: String?, evidence: String?)]) {
    (self.test, self.links, self.ids) = (test, links, ids)
    axis = TimeAxis(test.span)
  }

  mutating func render(isOpen: Bool, _ pictures: inout Pictures, _ differences: inout FileDifferences) -> String {
    var (roots, inside) = test.tree
    let items = items(roots, &inside, &pictures, &differences)
    let omitted = test.omitted == 0 ? "" : "<p class=\"note\">and \(test.omitted.counted("more step"))</p>\n"
    let (run, link) = (test.origin.run.escapedForMarkup, links.run(test.origin.run))
    let marks = (0...4 as ClosedRange<Int64>).map { "<span>\((axis.durationMs * $0 / 4).asTime)</span>" }.joined()
    return """
      <details class="trace"\(isOpen ? " open" : "")>
      <summary><h4>run \(run)\(test.origin.text.escapedForMarkup)</h4></summary>
      \(link == run ? "" : "<p>\(link)</p>\n")\
      <div class="ruler row" aria-hidden="true"><div class="marks">\(marks)</div></div>
      <ol class="steps">
      \(items)</ol>
      \(omitted)</details>

      """
  }

  /// - Parameter inside: The steps that are still to be drawn, so that none is drawn twice.
  private mutating func items(
    _ steps: [Timeline],
    _ inside: inout [String: [Timeline]],
    _ pictures: inout Pictures,
    _ differences: inout FileDifferences
  ) -> String {
    var markup = ""
    for step in steps {
      let children = inside.removeValue(forKey: step.id) ?? []
      markup += "<li>" + item(step, &pictures, &differences)
      if !children.isEmpty { markup += "<ol>\n\(items(children, &inside, &pictures, &differences))</ol>" }
      markup += "</li>\n"
    }
    return markup
  }

  private mutating func item(
    _ step: Timeline,
    _ pictures: inout Pictures,
    _ differences: inout FileDifferences
  ) -> String {
    let names = ids.removeValue(forKey: step.id)
    let details = details(step, evidenceID: names?.evidence ?? "", &pictures, &differences)
    let row = """
      <span class="name">\(step.title.markupThatWraps) <span class="\(step.mood)">\(step.ending)</span></span>\
      <span class="lane" aria-hidden="true">\(lane(step))</span>\
      <span class="time">\(step.durationMs.asTime)</span>
      """
    if details.isEmpty { return "<div class=\"row\">\(row)</div>" }
    let id = names?.attempts.map { " id=\"\($0)\"" } ?? ""
    return
      "<details><summary class=\"row\">\(row)</summary>\n<div class=\"attempts\"\(id)>\n\(details)</div>\n</details>"
  }

  private func lane(_ step: Timeline) -> String {
    let known = step.bars
    // A line for the time that the records do not explain.
    let isWhole = known.filter { $0.sort != .wait }.map { $0.endMs - $0.startMs }.sum >= step.durationMs
    let whole = isWhole ? "" : "<i class=\"whole\" style=\"\(axis.style(step.startMs, step.endMs))\"></i>"
    let bars = known.map { "<i class=\"\($0.sort.rawValue)\" style=\"\(axis.style($0.startMs, $0.endMs))\"></i>" }
    return whole + bars.joined()
  }

  private mutating func details(
    _ step: Timeline,
    evidenceID: String,
    _ pictures: inout Pictures,
    _ differences: inout FileDifferences
  ) -> String {
    if step.attempts.isEmpty, !step.hasFailed { return "" }
    let evidence = EvidenceSection.render(step, id: evidenceID, &pictures, &differences)
    var items: [String] = []
    for attempt in step.attempts {
      let files = attempt.attachments.filter { !evidence.shown.contains($0) }
      let waited = attempt.waitMs > 0 && !step.isWait ? ", of which it waited \(attempt.waitMs.asTime)" : ""
      items.append(
        "<li value=\"\(attempt.number)\">at \(axis.offset(of: attempt.startMs).asTime), for "
          + "\(attempt.durationMs.asTime)\(waited): \(attempt.message.escapedForMarkup)\(pictures.gallery(files))</li>"
      )
    }
    let place = links.place(step.place, commit: test.origin.commit)
    let reason = step.reason.isEmpty ? "" : " \(step.reason.escapedForMarkup)"
    let list = items.isEmpty ? "" : "<ol>\(items.joined())</ol>"
    return "<p>\(place)\(reason)</p>\n\(list)\(step.between)\n\(evidence.markup)"
  }
}

extension Timeline {
  fileprivate var title: String {
    let test = key.unit == .test ? " (whole test)" : ""
    return (isWait ? "Wait: " : "") + key.action + test
  }

  /// The style of the ending.
  fileprivate var mood: String {
    switch outcome {
    case .passed: "note"
    case .recovered: "flaky-text"
    default: "bad-text"
    }
  }

  fileprivate var ending: String {
    let attempts = attemptCount.counted("attempt")
    return switch outcome {
    case .passed: "passed"
    case .recovered: "recovered after \(attempts) by \(cure?.rawValue ?? "a retry")"
    case .exhausted: "exhausted after \(attempts)"
    case .timedOut: isWait ? "ran out" : "out of time after \(attempts)"
    case .aborted: isWait ? "was stopped" : "stopped after \(attempts)"
    case nil: "cut off: the process died"
    }
  }

  /// The attempts without a row, and the time that belongs to no attempt.
  fileprivate var between: String {
    let succeeded = outcome == .recovered && cure != .waiting ? 1 : 0
    let more = attemptCount - attempts.count - succeeded
    let notes = [
      more > 0 && !isWait ? "and \(more.counted("attempt")) more" : nil,
      resets > 0 ? "reset steps ran \(resets == 1 ? "once" : "\(resets) times") in between" : nil,
      outcome == .recovered && waitMs > 0 ? "it waited \(waitMs.asTime) in all" : nil,
    ].compactMap(\.self)
    return notes.isEmpty ? "" : "<p class=\"note\">\(notes.joined(separator: "; "))</p>"
  }
}
