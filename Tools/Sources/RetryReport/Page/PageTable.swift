/// A table of the page.
enum PageTable {
  /// - Parameters:
  ///   - title: The title of the first column.
  ///   - last: The title of the last column.
  ///   - rows: The style of each row, its first and its last cell, and its figures.
  ///   - id: The name of the table for the script, which sorts it; nil for none.
  static func render<Figures>(
    _ title: String,
    _ columns: [SummaryColumn<Figures>],
    last: String,
    _ rows: [(style: String, name: String, figures: Figures, last: String)],
    id: String? = nil
  ) -> String {
    let heads = columns.map { "<th scope=\"col\"\($0.isNumber ? " class=\"number\"" : "")>\($0.title)</th>" }
    let lines = rows.map { row(style: $0.style, name: $0.name, columns, $0.figures, last: $0.last) }
    return """
      <div class="scroll">
      <table\(id.map { " id=\"\($0)\"" } ?? "")>
      <thead><tr><th scope="col">\(title)</th>\(heads.joined())<th scope="col">\(last)</th></tr></thead>
      <tbody>
      \(lines.joined(separator: "\n"))
      </tbody>
      </table>
      </div>

      """
  }

  private static func row<Figures>(
    style: String,
    name: String,
    _ columns: [SummaryColumn<Figures>],
    _ figures: Figures,
    last: String
  ) -> String {
    let cells = columns.map { column in
      "<td\(column.isNumber ? " class=\"number\"" : "") data-label=\"\(column.title)\" data-value=\"\(column.order(figures))\">"
        + "\(column.text(figures).escapedForMarkup)</td>"
    }
    return
      "<tr class=\"\(style)\"><th scope=\"row\">\(name)</th>\(cells.joined())<td class=\"failure\">\(last)</td></tr>"
  }
}
