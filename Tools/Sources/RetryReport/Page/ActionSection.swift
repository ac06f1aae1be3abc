/// The part of the page with a row for each action, which can be searched and sorted.
extension Page {
  func actionSection() -> HTML {
    let lastDay = report.figures.timeSpan?.upperBound.asDay ?? ""
    let table = html(
      SummaryTable(report.actions),
      names: report.actions.map { name(of: $0, lastDay) },
      id: "actions"
    )
    return """
      <section>
      <h2>Actions</h2>
      <p class="tools" hidden><label>Search <input id="search" type="search" placeholder="action, place or error"></label>
      <output id="count">\(report.actions.count.counted("action"))</output></p>
      <ul class="legend"><li><span class="swatch good"></span>passed at the first attempt each time</li>\
      <li><span class="swatch flaky"></span>recovered</li><li><span class="swatch bad"></span>failed</li>\
      <li class="order">worst first: a process died, then failed for good, then recovered, then time lost</li></ul>
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
    // Calls in several files may have the same.
    let texts = action.excuses.all.reduce(into: [String]()) { texts, excuse in
      let text = excuse.text(on: lastDay)
      if !texts.contains(text) { texts.append(text) }
    }
    let excuses = texts.map { text -> HTML in "<span class=\"aside\">\(text)</span>" }
    return "\(name(action.title, of: action.key))\(differed)\(excuses)"
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
