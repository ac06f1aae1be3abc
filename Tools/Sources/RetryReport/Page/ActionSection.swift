internal import Foundation

/// The section of the page with a row for each action, which can be searched, filtered and sorted.
extension Page {
  /// The number of actions that are expanded at first; the others are folded.
  private static let mostOpen = 300
  /// The maximum length of a failure in the table; its attempt shows all of it.
  private static let longestMessage = 300

  func actionSection() -> HTML {
    let (troubled, calm) = (report.troubled, report.actions.filter { !$0.hadTrouble })
    let more = troubled.dropFirst(Self.mostOpen)
    let note: HTML? = troubled.contains(where: \.isCountedInSteps) ? "<p class=\"note\">\(Report.partsNote)</p>\n" : nil
    return """
      <section aria-labelledby="actions-title">
      <h2 id="actions-title">Actions</h2>
      <div class="tools" hidden><label>Search <input id="search" type="search" placeholder="action, place or error"></label>
      <div id="chips" role="group" aria-label="Show"></div><output id="count"></output></div>
      <ul class="legend"><li><span class="swatch good"></span>passed at the first attempt</li>\
      <li><span class="swatch flaky"></span>recovered</li><li><span class="swatch bad"></span>failed</li>\
      <li class="order">worst first: by processes that died, failed steps, recovered steps, time lost</li></ul>
      \(runs)\(table(troubled.prefix(Self.mostOpen), "Actions that did not always pass at the first attempt", "actions"))\
      \(fold(more, "\(more.count.counted("more action")) that did not always pass at the first attempt", "more"))\
      \(fold(calm[...], "\(calm.count.counted("action")) always passed at the first attempt", "calm"))\(note)</section>

      """
  }

  private func fold(_ actions: ArraySlice<ActionFigures>, _ title: String, _ id: String) -> HTML {
    if actions.isEmpty { return "" }
    return """
      <details class="fold" id="\(id)"><summary>\(title)</summary>
      \(folded(table(actions, title, nil)))</details>

      """
  }

  private func table(_ actions: ArraySlice<ActionFigures>, _ label: String, _ id: String?) -> HTML {
    let runs = hasHistory ? ["Last \(report.history.runs.count) runs"] : []
    let titles = ["Action", "Steps"] + runs + ["Flaky", "Recovered by", "Time lost"]
    let styles = [nil] + (actions.first.map(cells)?.map(\.style) ?? [])
    let heads = zip(titles, styles).map { title, style -> HTML in
      "<th scope=\"col\"\(.attribute("class", style))>\(title)</th>"
    }
    return """
      <table\(.attribute("id", id)) aria-label="\(label)">
      <thead><tr>\(heads)</tr></thead>
      \(actions.map { body($0, titles) })</table>

      """
  }

  /// The row of an action is a body of its own, with its figures and below them its notes.
  private func body(_ action: ActionFigures, _ titles: [String]) -> HTML {
    let cells = zip(cells(action), titles.dropFirst()).map { cell, title -> HTML in
      """
      <td\(.attribute("class", cell.style)) data-label="\(title)" data-value="\("\(cell.order)")">\
      \(cell.picture ?? "\(cell.text)")</td>
      """
    }
    let (notes, chips) = (notes(action), chips(action))
    let below: HTML = "\n<tr><td class=\"notes\" colspan=\"\(titles.count)\">\(notes)</td></tr>"
    return """
      <tbody class="\("\(action.mood)")"\(.attribute("data-chips", chips.isEmpty ? nil : chips))>
      <tr><th scope="row">\(name(action))</th>\(cells)</tr>\(notes.isEmpty ? nil : below)</tbody>

      """
  }

  private func cells(_ action: ActionFigures) -> [SummaryTable.Cell] {
    var steps = SummaryTable.Cell.count(action.steps)
    steps.picture = bar(action)
    let last = Double(action.history.lastSeen?.startMs ?? 0)
    let runs = SummaryTable.Cell(text: "", order: last, picture: strip(action))
    return [steps] + (hasHistory ? [runs] : []) + [action.flakyCell, action.recoveryCell, action.costCell]
  }

  private var hasHistory: Bool { report.history.runs.count > 1 }

  /// The name of an action, with a link to the step that illustrates it best.
  private func name(_ action: ActionFigures) -> HTML {
    let text = HTML.wrapping(action.title)
    let owner = action.firstFailure.flatMap { self.owner(of: $0.place) }
    guard let example = tests.examples.costliest[action.key] else { return "<span>\(text)</span>\(owner)" }
    return "<a href=\"#\(example.step.anchor(in: example.test))\">\(text)</a>\(owner)"
  }

  /// The filters that show an action; it is new if it was first seen in the newest run, or the comparison has a finding.
  private func chips(_ action: ActionFigures) -> String {
    let newest = hasHistory ? report.history.runs.last?.startMs : nil
    let isFirstSeen = newest.map { action.history.firstSeen?.startMs ?? 0 >= $0 } ?? false
    let all = [
      "failed": action.failed > 0, "recovered": action.recovered > 0,
      "new": isFirstSeen || found.contains(action.action),
    ]
    return all.filter(\.value).keys.sorted().joined(separator: " ")
  }

  /// The parts of the steps as a bar and in words.
  private func bar(_ action: ActionFigures) -> HTML {
    let decided = [
      (action.passed, "good", "passed"), (action.recovered, "flaky", "recovered"), (action.failed, "bad", "failed"),
    ]
    let parts = (decided + Outcome.neutral.map { (action[$0], "none", $0.word) }).filter { $0.0 > 0 }
    let bars = parts.map { count, style, _ -> HTML in "<i class=\"\(style)\" style=\"flex:\(count)\"></i>" }
    let words = parts.enumerated().map { index, part -> HTML in
      let (count, style, word) = part
      // A comma outside the text could begin a line.
      let text = "\(count.grouped) \(word)\(index == parts.count - 1 ? "" : ",")"
      let title = HTML.attribute("title", style == "bad" ? [action].failures : nil)
      return "<span\(title) class=\"\(style)-text\">\(text)</span>"
    }
    return "<span class=\"bar\" aria-hidden=\"true\">\(parts.count > 1 ? bars : [])</span>\(words.joined(by: " "))"
  }

  /// The outcome of an action in each of the newest runs, of which the script makes a picture, and when it was seen.
  private func strip(_ action: ActionFigures) -> HTML {
    let rates = report.history.troubles(of: action).map { String(format: "%.3g", $0 * 100) }.joined(separator: " ")
    let seen: HTML? = seen(action).map { "<span class=\"seen\"\(.attribute("title", action.seen))>\($0)</span>" }
    return "<code class=\"strip\" data-rates=\"\(rates)\">\(report.history.text(of: action))</code>\(seen)"
  }

  /// When it began to need retries, or stopped needing them; `nil` if it did in the oldest and in the newest run.
  private func seen(_ action: ActionFigures) -> String? {
    guard let first = action.history.firstSeen, let last = action.history.lastSeen else { return nil }
    let texts = [
      first.id == report.history.runs.first?.id ? nil : "since \(first.startMs.asDay)",
      last.id == report.history.runs.last?.id ? nil : "last seen \(last.startMs.asDay)",
    ].compactMap(\.self)
    return texts.isEmpty ? nil : texts.joined(separator: ", ")
  }

  /// The newest runs, which the strips show.
  private var runs: HTML {
    let runs = report.history.runs
    if !hasHistory { return "" }
    let items = runs.map { run -> HTML in
      let day = run.startMs.isDated ? ", \(run.startMs.asDay)" : ""
      return "<li>\(links.run(run.id))\(day)\(run.commit.isEmpty ? "" : ", commit \(run.commit.prefix(9))")</li>"
    }
    return """
      <details class="fold"><summary>The last \(runs.count) runs, the newest last</summary>
      <p class="note">\(Report.runsLegend) The height of a bar is the share of steps that did not pass at the first attempt, against the run with the most.</p><ol id="runs">\(items)</ol></details>

      """
  }

  /// The causes of an action, its documented reasons, and a link to what differed.
  private func notes(_ action: ActionFigures) -> [HTML] {
    let lastDay = report.figures.timeSpan?.upperBound.asDay ?? ""
    // Calls in several files may have the same reason.
    let reasons = action.flakiness.all.reduce(into: [HTML]()) { texts, flakiness in
      let text = text(flakiness, on: lastDay)
      if !texts.contains(text) { texts.append(text) }
    }
    let differed = tests.examples.compared[action.key].map { example -> HTML in
      let link: HTML = "<a class=\"aside\" href=\"#\(example.step.anchor(in: example.test))\">What differed"
      return "<p>\(link)<span class=\"unseen\"> in \(action.title)</span></a></p>"
    }
    return action.notes.map(html) + reasons + [differed].compactMap(\.self)
  }

  private func html(_ note: SummaryTable.Note) -> HTML {
    let share: HTML? = note.share.isEmpty ? nil : "<strong>\(note.share)</strong>"
    let place = note.place.map { links.place($0, commit: note.commit, isShort: true) }
    let parts = [share, place, "\(note.text.truncated(to: Self.longestMessage))"].compactMap(\.self)
    return "<p>\(parts.joined(by: " "))</p>"
  }

  /// Such as `Fixable: the server is slow (https://bugs.example/17), expires on 2027-03-31`.
  private func text(_ flakiness: Flakiness, on day: String) -> HTML {
    let reason = flakiness.reason.isEmpty ? "no reason given" : flakiness.reason
    let word = flakiness.isExpired(on: day) ? "expired" : "expires"
    let end = flakiness.expires.isEmpty ? "" : ", \(word) on \(flakiness.expires)"
    let bug: HTML? = flakiness.bug.isEmpty ? nil : " (\(links.page(flakiness.bug)))"
    return "<p>\(flakiness.isFixable ? "Fixable" : "Documented reason"): \(reason)\(bug)\(end)</p>"
  }
}

extension SummaryTable.Cell {
  fileprivate var style: String? { picture != nil ? "wide" : isNumber ? "number" : nil }
}
