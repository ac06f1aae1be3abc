/// The part of the page with a row for each action, which can be searched and sorted.
extension Page {
  /// The number of kinds of causes that are listed.
  private static let mostCauses = 10
  /// The number of characters of a first failure; its attempt has all of them.
  private static let longestMessage = 300

  func actionSection() -> HTML {
    let lastDay = report.timeSpan?.upperBound.asDay ?? ""
    let rows = report.actions.map { action in
      let failure = action.firstFailure.map { failure -> HTML in
        "\(links.place(failure.place, commit: failure.commit, isShort: true)) \(failure.message.truncated(to: Self.longestMessage))"
      }
      let causes = action.unit == .step ? full.counts.actions[action.action]?.causes.values.map(\.self) : nil
      return PageTable.Row(
        style: action.mood,
        name: name(of: action, lastDay),
        figures: action,
        last: "\(failure)\(list(causes ?? []))"
      )
    }
    let table = PageTable(title: "Action", columns: SummaryColumn.all, last: "First failure", rows: rows, id: "actions")
    return """
      <section>
      <h2>Actions</h2>
      <p class="tools" hidden><label>Search <input id="search" type="search" placeholder="action, place or error"></label>
      <output id="count">\(report.actions.count.counted("action"))</output></p>
      <ul class="legend"><li><span class="swatch good"></span>passed at the first attempt each time</li>\
      <li><span class="swatch flaky"></span>recovered</li><li><span class="swatch bad"></span>failed</li>\
      <li class="order">worst first: failed for good, then recovered, then time lost</li></ul>
      \(table.html)</section>

      """
  }

  /// The name of an action, with its link and its notes.
  ///
  /// - Parameter lastDay: The day of the last step, which says whether an excuse is over.
  private func name(of action: ActionFigures, _ lastDay: String) -> HTML {
    let title = HTML.wrapping(action.title)
    let name = tests.attempts(of: action.key).map { id -> HTML in "<a href=\"#\(id)\">\(title)</a>" }
    let differed = tests.evidence(of: action.key).map { id -> HTML in
      "<a class=\"aside\" href=\"#\(id)\">What differed</a>"
    }
    let asides = (action.notes + action.excuses.all.map { $0.text(on: lastDay) }).map { text -> HTML in
      "<span class=\"aside\">\(text)</span>"
    }
    return "\(name ?? "<span>\(title)</span>")\(differed)\(asides)"
  }

  /// The kinds of causes, the most frequent first; the first failure says it all if there is only one.
  private func list(_ causes: [CauseCounts]) -> HTML {
    if causes.count < 2 { return "" }
    let sorted = causes.sorted { ($1.steps, $0.kind) < ($0.steps, $1.kind) }
    let items = sorted.prefix(Self.mostCauses).map { cause -> HTML in
      "<li><strong>\(cause.steps.counted("step"))</strong> \(cause.example)</li>"
    }
    let more = sorted.count - items.count
    let rest: HTML? = more > 0 ? "<li>and \(more.counted("more kind"))</li>" : nil
    return """
      <details class="causes"><summary>\(sorted.count.counted("kind")) of causes</summary><ul>\(items)\(rest)</ul></details>
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
