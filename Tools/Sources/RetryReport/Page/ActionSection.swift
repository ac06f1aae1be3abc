/// The section of the page with a row for each action, which can be searched and sorted.
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
      <ul class="legend"><li><span class="swatch good"></span>always passed at the first attempt</li>\
      <li><span class="swatch flaky"></span>recovered</li><li><span class="swatch bad"></span>failed</li>\
      <li class="order">worst first: by processes that died, failed steps, recovered steps, time lost</li></ul>
      \(table)</section>

      """
  }

  /// The name of an action, with its links and its documented reasons.
  ///
  /// - Parameter lastDay: The day of the last step, on which a documented reason may have expired.
  private func name(of action: ActionFigures, _ lastDay: String) -> HTML {
    let differed = tests.examples.compared[action.key].map { example -> HTML in
      "<a class=\"aside\" href=\"#\(example.step.anchor(in: example.test))\">What differed</a>"
    }
    // Calls in several files may have the same reason.
    let texts = action.flakiness.all.reduce(into: [String]()) { texts, flakiness in
      let text = flakiness.text(on: lastDay)
      if !texts.contains(text) { texts.append(text) }
    }
    let reasons = texts.map { text -> HTML in "<span class=\"aside\">\(text)</span>" }
    return "\(name(action.title, of: action.key))\(differed)\(reasons)"
  }
}

extension Flakiness {
  /// Such as `Fixable: the server is slow (https://bugs.example/17), expires on 2027-03-31`.
  fileprivate func text(on day: String) -> String {
    let reason = reason.isEmpty ? "no reason given" : reason
    let end = expires.isEmpty ? "" : ", \(isExpired(on: day) ? "expired" : "expires") on \(expires)"
    return "\(isFixable ? "Fixable" : "Documented reason"): \(reason)\(bug.isEmpty ? "" : " (\(bug))")\(end)"
  }
}
