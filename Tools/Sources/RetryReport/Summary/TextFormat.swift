/// The summary for a terminal.
public enum TextFormat {
  private static let longestAction = 44
  private static let longestDetail = 110

  public static func render(_ report: Report) -> String {
    let table = report.table.map { [""] + lines($0) } ?? []
    let rest = report.rest.map { ["", $0] } ?? []
    return (box(report.deaths) + [report.headline, report.totals] + table + rest).joined(separator: "\n") + "\n"
  }

  private static func box(_ sentences: [String]) -> [String] {
    sentences.isEmpty ? [] : ["┌─"] + sentences.map { "│ \($0)" } + ["└─", ""]
  }

  private static func lines(_ table: SummaryTable) -> [String] {
    let header = table.titles.dropLast().map { $0.uppercased() }
    let rows =
      [header] + table.rows.map { [$0.name.printable.truncated(to: longestAction)] + $0.cells.map(\.text) }
    let widths = header.indices.map { index in rows.map { $0[index].count }.max() ?? 0 }
    return rows.enumerated().flatMap { number, row in
      let cells = row.indices.map { index in
        row[index].padded(to: widths[index], atStart: index > 0 && table.rows[0].cells[index - 1].isNumber)
      }
      return [cells.joined(separator: "  ").replacing(#/ +$/#, with: "")]
        + (number == 0 ? [] : details(table.rows[number - 1]))
    }
  }

  private static func details(_ row: SummaryTable.Row) -> [String] {
    row.notes.map { "    " + $0.line(longest: longestDetail, place: $0.place?.shortText).truncated(to: longestDetail) }
  }
}

extension String {
  fileprivate func padded(to width: Int, atStart: Bool) -> String {
    let padding = String(repeating: " ", count: width - count)
    return atStart ? padding + self : self + padding
  }
}
