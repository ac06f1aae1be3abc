/// The summary for a terminal.
public enum TextFormat {
  private static let longestAction = 44
  private static let longestDetail = 110
  /// The number of columns of a name beside its figures; where there is no room for it, the name has a line of its own.
  private static let shortestAction = 20

  /// - Parameter width: The number of columns of the terminal; nil where it does not matter.
  public static func render(_ report: Report, width: Int? = nil) -> String {
    let tables = report.tables.flatMap { [""] + lines($0, width ?? .max) }
    let rest = report.rest.map { ["", $0] } ?? []
    return ([report.headline] + tables + rest).joined(separator: "\n") + "\n"
  }

  private static func lines(_ table: SummaryTable, _ width: Int) -> [String] {
    let header = table.titles.dropLast().map { $0.uppercased() }
    let cells = [Array(header.dropFirst())] + table.rows.map { $0.cells.map(\.text) }
    let widths = cells[0].indices.map { index in cells.map { $0[index].columns }.max() ?? 0 }
    let room = width - widths.reduce(0) { $0 + 2 + $1 }
    let isNarrow = room < shortestAction
    let longest = min(longestAction, isNarrow ? width : room)
    let names =
      [header[0]]
      + table.rows.map { $0.name.printable.truncated(to: longestAction).truncated(toColumns: longest) }
    let nameWidth = names.map(\.columns).max() ?? 0
    return names.indices.flatMap { row in
      let figures = cells[row].indices.map { index in
        cells[row][index].padded(to: widths[index], atStart: table.rows[0].cells[index].isNumber)
      }
      let line = figures.joined(separator: "  ")
      let name = names[row]
      let lines = isNarrow ? [name, line] : [name.padded(to: nameWidth, atStart: false) + "  " + line]
      let below = row == 0 ? nil : detail(table.rows[row - 1])?.truncated(toColumns: width)
      return lines.map(\.withoutSpacesAtEnd) + [below].compactMap(\.self)
    }
  }

  private static func detail(_ row: SummaryTable.Row) -> String? {
    row.place.map { place in
      let text = [place.shortText, row.message].compactMap(\.self).joined(separator: ": ")
      return "    " + text.printable.truncated(to: longestDetail)
    }
  }
}

extension String {
  fileprivate func padded(to width: Int, atStart: Bool) -> String {
    let padding = String(repeating: " ", count: width - columns)
    return atStart ? padding + self : self + padding
  }

  fileprivate var withoutSpacesAtEnd: String { String(reversed().drop { $0 == " " }.reversed()) }
}
