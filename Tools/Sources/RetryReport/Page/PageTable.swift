/// A table of the page, in which the name and the notes of each row have lines of their own below its figures.
struct PageTable {
  struct Row {
    let mood: Mood
    let name: HTML
    let cells: [SummaryTable.Cell]
    let notes: [HTML]
    /// The chips that show it, such as `failed recovered`.
    var chips = ""
  }

  /// The titles of the names and the cells.
  let titles: [String]
  let rows: [Row]

  /// - Parameters:
  ///   - label: The name for those who do not see the table.
  ///   - id: The id for the script; `nil` for none.
  func render(label: String, id: String? = nil) -> HTML {
    let styles = [nil] + (rows.first?.cells.map(\.style) ?? [])
    let heads = zip(titles, styles).map { title, style -> HTML in
      "<th scope=\"col\"\(.attribute("class", style))>\(title)</th>"
    }
    return """
      <table\(.attribute("id", id)) aria-label="\(label)">
      <thead><tr>\(heads)</tr></thead>
      \(rows.map(body))</table>

      """
  }

  /// A row is a body of its own, so that its lines stay together.
  private func body(_ row: Row) -> HTML {
    let cells = zip(row.cells, titles.dropFirst()).map { cell, title -> HTML in
      """
      <td\(.attribute("class", cell.style)) data-label="\(title)" data-value="\("\(cell.order)")">\
      \(cell.picture ?? "\(cell.text)")</td>
      """
    }
    let notes: HTML = "\n<tr><td class=\"notes\" colspan=\"\(titles.count)\">\(row.notes)</td></tr>"
    return """
      <tbody class="\("\(row.mood)")"\(.attribute("data-chips", row.chips.isEmpty ? nil : row.chips))>
      <tr><th scope="row">\(row.name)</th>\(cells)</tr>\(row.notes.isEmpty ? nil : notes)</tbody>

      """
  }
}

extension SummaryTable.Cell {
  fileprivate var style: String? { picture != nil ? "wide" : isNumber ? "number" : nil }
}

extension Page {
  /// The maximum length of a failure in a table; its attempt shows all of it.
  private static let longestMessage = 300

  func html(_ note: SummaryTable.Note) -> HTML {
    let share: HTML? = note.share.isEmpty ? nil : "<strong>\(note.share)</strong>"
    let place = note.place.map { links.place($0, commit: note.commit, isShort: true) }
    let parts = [share, place, "\(note.text.truncated(to: Self.longestMessage))"].compactMap(\.self)
    return "<p>\(parts.joined(by: " "))</p>"
  }

  /// The name of an action, with a link to the step that illustrates it best.
  func name(of action: ActionFigures) -> HTML {
    let text = HTML.wrapping(action.title)
    guard let example = tests.examples.costliest[action.key] else { return "<span>\(text)</span>" }
    return "<a href=\"#\(example.step.anchor(in: example.test))\">\(text)</a>"
  }
}

extension Timeline {
  /// The id of the step on the page.
  func anchor(in test: TestTimeline) -> String { "step-\(test.number)-\(number)" }
}
