/// The part of the page with a row for each action, which can be searched and sorted.
extension Page {
  /// The number of kinds of causes that are listed.
  private static let mostCauses = 10

  func actionSection() -> HTML {
    let lastDay = report.timeSpan?.upperBound.asDay ?? ""
    let causes = report.actions.map { action in
      action.unit == .step ? list(full.counts.actions[action.action]?.causes.values.map(\.self) ?? []) : ""
    }
    let table = html(
      SummaryTable(report.actions),
      names: report.actions.map { name(of: $0, lastDay) },
      details: causes,
      id: "actions"
    )
    return """
      <section>
      <h2>Actions</h2>
      <p class="tools" hidden><label>Search <input id="search" type="search" placeholder="action, place or error"></label>
      <output id="count">\(report.actions.count.counted("action"))</output></p>
      <ul class="legend"><li><span class="swatch good"></span>passed at the first attempt each time</li>\
      <li><span class="swatch flaky"></span>recovered</li><li><span class="swatch bad"></span>failed</li>\
      <li class="order">worst first: failed for good, then recovered, then time lost</li></ul>
      \(table)</section>

      """
  }

  /// The name of an action, with its links and its excuses.
  ///
  /// - Parameter lastDay: The day of the last step, which says whether an excuse is over.
  private func name(of action: ActionFigures, _ lastDay: String) -> HTML {
    let differed = tests.examples.compared[action.key].map { example -> HTML in
      "<a class=\"aside\" href=\"#\(example.step.anchor(in: example.test))\">What differed</a>"
    }
    let excuses = action.excuses.all.map { excuse -> HTML in
      "<span class=\"aside\">\(excuse.text(on: lastDay))</span>"
    }
    return "\(name(action.title, of: action.key))\(differed)\(excuses)"
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
