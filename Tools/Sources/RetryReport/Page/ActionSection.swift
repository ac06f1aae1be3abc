/// The part of the page with a row for each action, which can be searched and sorted.
enum ActionSection {
  /// The number of kinds of causes that are listed.
  private static let mostCauses = 10

  static func render(_ full: FullReport, _ tests: TestSection, _ links: Links) -> String {
    let columns = SummaryColumn<ActionFigures>.all
    let lastDay = full.report.timeSpan?.upperBound.asDay ?? ""
    let rows = full.report.actions.map { action in
      let place = action.firstFailure.map { failure in
        links.place(failure.place, commit: failure.commit, isShort: true) + " " + failure.message.escapedForMarkup
      }
      let causes = action.unit == .step ? full.counts.actions[action.action]?.causes.values : nil
      return (action.mood, name(action, tests, lastDay), action, (place ?? "") + list(causes.map(Array.init) ?? []))
    }
    return """
      <section>
      <h2>Actions</h2>
      <p class="tools" hidden><label>Search <input id="search" type="search" placeholder="action, place or error"></label>
      <output id="count">\(full.report.actions.count.counted("action"))</output></p>
      <ul class="legend"><li><span class="swatch good"></span>passed at the first attempt each time</li>\
      <li><span class="swatch flaky"></span>recovered</li><li><span class="swatch bad"></span>failed</li>\
      <li class="order">worst first: failed for good, then recovered, then time lost</li></ul>
      \(PageTable.render("Action", columns, last: "First failure", rows, id: "actions"))</section>

      """
  }

  /// The name of an action, with its link and its notes.
  ///
  /// - Parameter lastDay: The day of the last step, which says whether an excuse is over.
  private static func name(_ action: ActionFigures, _ tests: TestSection, _ lastDay: String) -> String {
    let title = action.title.markupThatWraps
    let name = tests.attempts(of: action.key).map { "<a href=\"#\($0)\">\(title)</a>" } ?? "<span>\(title)</span>"
    let differed = tests.evidence(of: action.key).map { "<a class=\"aside\" href=\"#\($0)\">What differed</a>" }
    let asides = (action.notes + action.excuses.all.map { $0.text(on: lastDay) }).map { text in
      "<span class=\"aside\">\(text.escapedForMarkup)</span>"
    }
    return name + (differed ?? "") + asides.joined()
  }

  /// The kinds of causes, the most frequent first; the first failure says it all if there is only one.
  private static func list(_ causes: [CauseCounts]) -> String {
    if causes.count < 2 { return "" }
    let sorted = causes.sorted { ($1.steps, $0.kind) < ($0.steps, $1.kind) }
    let items = sorted.prefix(mostCauses).map { cause in
      "<li><strong>\(cause.steps.counted("step"))</strong> \(cause.example.escapedForMarkup)</li>"
    }
    let more = sorted.count - items.count
    return """
      <details class="causes"><summary>\(sorted.count.counted("kind")) of causes</summary><ul>\(items.joined())\
      \(more > 0 ? "<li>and \(more.counted("more kind"))</li>" : "")</ul></details>
      """
  }
}

extension Excuse {
  /// Such as `Fixable: the server is slow (https://bugs.example/17), until 2027-03-31`.
  fileprivate func text(on day: String) -> String {
    let reason = reason.isEmpty ? "no reason given" : reason
    let end = expires.isEmpty ? "" : ", until \(expires)\(isOver(on: day) ? ", which is over" : "")"
    return "\(isFixable ? "Fixable" : "Excused"): \(reason)\(bug.isEmpty ? "" : " (\(bug))")\(end)"
  }
}

extension ActionFigures {
  /// The style of the row.
  fileprivate var mood: String {
    if exhausted + stopped > 0 { return "bad" }
    return recovered > 0 ? "flaky" : "good"
  }
}
