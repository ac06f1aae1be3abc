/// A table of the page.
struct PageTable<Figures> {
  struct Row {
    /// The style.
    let style: String
    /// The first cell.
    let name: HTML
    let figures: Figures
    /// The last cell.
    let last: HTML
  }

  /// The title of the first column.
  let title: String
  let columns: [SummaryColumn<Figures>]
  /// The title of the last column.
  let last: String
  let rows: [Row]
  /// The name of the table for the script, which sorts it; nil for none.
  var id: String?

  var html: HTML {
    let heads = columns.map { column -> HTML in
      "<th scope=\"col\"\(.attribute("class", column.isNumber ? "number" : nil))>\(column.title)</th>"
    }
    let lines = rows.map { row -> HTML in
      let cells = columns.map { cell($0, row.figures) }
      return """
        <tr class="\(row.style)"><th scope="row">\(row.name)</th>\(cells)<td class="failure">\(row.last)</td></tr>

        """
    }
    return """
      <div class="scroll">
      <table\(.attribute("id", id))>
      <thead><tr><th scope="col">\(title)</th>\(heads)<th scope="col">\(last)</th></tr></thead>
      <tbody>
      \(lines)</tbody>
      </table>
      </div>

      """
  }

  private func cell(_ column: SummaryColumn<Figures>, _ figures: Figures) -> HTML {
    """
    <td\(.attribute("class", column.isNumber ? "number" : nil)) data-label="\(column.title)" \
    data-value="\("\(column.order(figures))")">\(column.text(figures))</td>
    """
  }
}
