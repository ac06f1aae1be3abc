/// The tables of the page.
extension Page {
  /// The maximum length of a failure in a table; its attempt shows all of it.
  private static let longestMessage = 300

  /// - Parameters:
  ///   - names: The cells of the first column.
  ///   - id: The id of the table for the script that sorts it; `nil` for none.
  func html(_ table: SummaryTable, names: [HTML], id: String? = nil) -> HTML {
    let isNumber = [false] + (table.rows.first?.cells.map(\.isNumber) ?? []) + [false]
    let heads = zip(table.titles, isNumber).map { title, isNumber -> HTML in
      "<th scope=\"col\"\(.attribute("class", isNumber ? "number" : nil))>\(title)</th>"
    }
    let lines = table.rows.enumerated().map { index, row -> HTML in
      let cells = zip(row.cells, table.titles.dropFirst()).map { cell, title -> HTML in
        """
        <td\(.attribute("class", cell.isNumber ? "number" : nil)) data-label="\(title)" \
        data-value="\("\(cell.order)")">\(cell.text)</td>
        """
      }
      let place = row.place.map { links.place($0, commit: row.commit, isShort: true) }
      let message = row.message.map { " " + $0.truncated(to: Self.longestMessage) } ?? ""
      let notes = row.notes.map { note -> HTML in "<span class=\"aside\">\(note)</span>" }
      return """
        <tr class="\(row.mood.rawValue)"><th scope="row">\(names[index])</th>\(cells)\
        <td class="failure">\(place)\(message)\(notes)</td></tr>

        """
    }
    return """
      <div class="scroll">
      <table\(.attribute("id", id))>
      <thead><tr>\(heads)</tr></thead>
      <tbody>
      \(lines)</tbody>
      </table>
      </div>

      """
  }

  /// The name of an action or a wait, with a link to the step that illustrates it best.
  func name(_ title: String, of key: ActionKey) -> HTML {
    let text = HTML.wrapping(title)
    guard let example = tests.examples.costliest[key] else { return "<span>\(text)</span>" }
    return "<a href=\"#\(example.step.anchor(in: example.test))\">\(text)</a>"
  }

  func waitSection() -> HTML {
    if report.waits.isEmpty { return "" }
    let names = report.waits.map { name($0.name, of: $0.key) }
    return """
      <section>
      <h2>Waits</h2>
      <p class="note">p50 and p95: half, and 95 %, of the successful waits took no longer than this.</p>
      \(html(SummaryTable(report.waits), names: names))</section>

      """
  }
}

extension Timeline {
  /// The id of the step on the page.
  func anchor(in test: TestTimeline) -> String { "step-\(test.number)-\(number)" }
}
