/// The section of the page with a row for each action, which can be searched, filtered and sorted.
extension Page {
  /// The number of actions that are open at first; the others are folded.
  private static let mostOpen = 300

  func actionSection() -> HTML {
    let (troubled, calm) = (report.troubled, report.actions.filter { !$0.hadTrouble })
    let open = troubled.prefix(Self.mostOpen)
    let more = troubled.dropFirst(Self.mostOpen)
    let parts: HTML? = report.troubled.contains(where: \.isCountedInSteps) ? "<p class=\"note\">\(Report.partsNote)</p>\n" : nil
    return """
      <section aria-labelledby="actions-title">
      <h2 id="actions-title">Actions</h2>
      <div class="tools" hidden><label>Search <input id="search" type="search" placeholder="action, place or error"></label>
      <div id="chips" role="group" aria-label="Show">\(chips)</div>
      <output id="count"></output></div>
      <ul class="legend"><li><span class="swatch good"></span>passed at the first attempt</li>\
      <li><span class="swatch flaky"></span>recovered</li><li><span class="swatch bad"></span>failed</li>\
      <li class="order">worst first: by processes that died, failed steps, recovered steps, time lost</li></ul>
      \(runs)\(table(open, "Actions that needed a retry", "actions"))\
      \(fold(more, "\(more.count.counted("more action")) that needed a retry", "more"))\
      \(fold(calm[...], "\(calm.count.counted("action")) always passed at the first attempt", "calm"))\(parts)</section>

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
    let history = report.history
    let seen = history.runs.count > 1 ? ["Last \(history.runs.count) runs"] : []
    let rows = actions.map { action in
      let order = action.history.lastSeen.map { Double($0.startMs) } ?? 0
      let runs = PageTable.Cell(wide: strip(action), order: order)
      return PageTable.Row(
        mood: action.mood,
        name: name(action.title, of: action.key),
        cells: [PageTable.Cell(wide: bar(action), order: Double(action.runs + action.died))] + (seen.isEmpty ? [] : [runs])
          + [action.flakyCell, action.recoveryCell, action.costCell].map { PageTable.Cell($0) },
        notes: notes(action),
        chips: chips(action).joined(separator: " ")
      )
    }
    return PageTable(titles: ["Action", "Steps"] + seen + ["Flaky", "Recovered by", "Time lost"], rows: rows)
      .render(label: label, id: id)
  }

  private static let chips: [(name: String, title: String)] = [
    ("failed", "A step failed"), ("recovered", "A step recovered"),
    ("new", "First seen in the newest run, or found in the comparison"),
  ]

  /// The buttons that filter the actions, with their numbers.
  private var chips: [HTML] {
    let own = report.actions.map(chips)
    let known = Self.chips.map { chip in (chip, own.count { $0.contains(chip.name) }) }.filter { $0.1 > 0 }
    return [(("", "All actions"), own.count)].map(button) + known.map(button)
  }

  private func button(_ chip: (name: String, title: String), _ count: Int) -> HTML {
    """
    <button type="button" data-chip="\(chip.name)" aria-pressed="\("\(chip.name.isEmpty)")" title="\(chip.title)">\
    \(chip.name.isEmpty ? "all" : chip.name) \(count)</button>
    """
  }

  private func chips(_ action: ActionFigures) -> [String] {
    let newest = report.history.runs.count > 1 ? report.history.runs.last : nil
    let isFirstSeen = newest.map { action.history.firstSeen?.startMs ?? 0 >= $0.startMs } ?? false
    return zip(Self.chips, [action.failed > 0, action.recovered > 0, isFirstSeen || found.contains(action.action)])
      .filter(\.1).map(\.0.name)
  }

  /// The parts of the steps as a bar and in words.
  private func bar(_ action: ActionFigures) -> HTML {
    let parts = [
      (action.passed, "good", "passed"), (action.recovered, "flaky", "recovered"), (action.failed, "bad", "failed"),
      (action.skipped, "none", "skipped"),
    ].filter { $0.0 > 0 }
    let bars = parts.map { count, style, _ -> HTML in "<i class=\"\(style)\" style=\"flex:\(count)\"></i>" }
    let words = parts.map { count, style, word -> HTML in
      "<span\(.attribute("title", style == "bad" ? action.failures : nil)) class=\"\(style)-text\">\(count) \(word)</span>"
    }
    let bar: HTML? = parts.count > 1 ? "<span class=\"bar\" aria-hidden=\"true\">\(bars)</span>" : nil
    return "\(bar)\(words.joined(by: ", "))"
  }

  /// The outcome of an action in each of the newest runs as bars, and when it was first and last seen.
  private func strip(_ action: ActionFigures) -> HTML {
    let moods = report.history.moods(of: action)
    let counts = Mood.allCases.map { mood in (mood, moods.count { $0 == mood }) }.filter { $0.1 > 0 }
    let label = counts.map { "\($0.0.word) in \($0.1)" }.joined(separator: ", ")
    let bars = counts.map { mood, _ -> HTML in
      let cells = moods.indices.filter { moods[$0] == mood }.map { "M\($0) \(mood.top)h.7V8h-.7z" }
      return "<path class=\"\("\(mood)")\" d=\"\(cells.joined())\"/>"
    }
    let days = [action.history.firstSeen, action.history.lastSeen].compactMap { $0?.startMs.asDay }
    let span = Set(days).count > 1 ? days.joined(separator: " to ") : days.first
    let seen: HTML? = span.map { "<span class=\"seen\"\(.attribute("title", action.seen))>seen \($0)</span>" }
    return """
      <svg class="strip" role="img" aria-label="\(label)" viewBox="0 0 \(moods.count) 8" preserveAspectRatio="none">\
      \(bars)</svg>\(seen)
      """
  }

  /// The newest runs, which the strips show.
  private var runs: HTML {
    let runs = report.history.runs
    if runs.count < 2 { return "" }
    let items = runs.map { run -> HTML in
      let day: HTML? = run.startMs.isDated ? ", \(run.startMs.asDay)" : nil
      return "<li>\(links.run(run.id))\(day)\(run.commit.isEmpty ? "" : ", commit \(run.commit.prefix(9))")</li>"
    }
    return "<details class=\"fold\"><summary>The last \(runs.count) runs, the newest last</summary>\n<ol id=\"runs\">\(items)</ol></details>\n"
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
      let target = example.step.anchor(in: example.test)
      return "<p><a class=\"aside\" href=\"#\(target)\">What differed<span class=\"unseen\"> in \(action.title)</span></a></p>"
    }
    return action.notes.map(html) + reasons + [differed].compactMap(\.self)
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

extension Mood {
  /// The top of its bar in a strip, of 8; shapes differ, not only colours.
  fileprivate var top: Int {
    switch self {
    case .good: 5
    case .flaky: 3
    case .bad: 0
    }
  }
}
