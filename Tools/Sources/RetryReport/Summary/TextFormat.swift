/// The summary for a terminal.
public enum TextFormat {
  private static let longestAction = 44
  private static let longestDetail = 110
  /// The number of columns of a name beside its figures; where there is no room for it, the name has a line of its own.
  private static let shortestAction = 20

  /// - Parameters:
  ///   - isComplete: True if actions that were never retried have a line too.
  ///   - width: The number of columns of the terminal; nil where it does not matter.
  public static func render(_ report: Report, isComplete: Bool = false, width: Int? = nil) -> String {
    let actions = isComplete ? report.actions : report.troubled
    let waits = isComplete ? report.waits : Array(report.waits.prefix(Report.mostWaits))
    let tables = [
      table("ACTION", actions, SummaryColumn.all, \.title, width, details),
      table("WAIT", waits, SummaryColumn.all, \.name, width) {
        [detail($0.place, $0.detail)]
      },
      table("BURN-IN", report.burnIns, SummaryColumn.all, \.call.action, width) {
        [detail($0.call.place, $0.causesText)]
      },
    ]
    let lines = [report.headline] + tables.flatMap { $0.isEmpty ? [] : [""] + $0 }
    return (lines + (report.rest(isComplete: isComplete).map { ["", $0] } ?? [])).joined(separator: "\n") + "\n"
  }

  /// - Parameters:
  ///   - name: The text of the first column.
  ///   - width: The number of columns of the terminal.
  ///   - details: The lines below a row.
  private static func table<Figures>(
    _ title: String,
    _ figures: [Figures],
    _ columns: [SummaryColumn<Figures>],
    _ name: (Figures) -> String,
    _ width: Int?,
    _ details: (Figures) -> [String]
  ) -> [String] {
    if figures.isEmpty { return [] }
    let header = columns.map { $0.title.uppercased() }
    let cells = figures.map { row in columns.map { $0.text(row) } }
    let widths = header.indices.map { index in ([header] + cells).map { $0[index].columns }.max() ?? 0 }
    let room = (width ?? .max) - widths.reduce(0) { $0 + 2 + $1 }
    let isNarrow = room < shortestAction
    let longest = min(longestAction, isNarrow ? width ?? .max : room)
    let names = [title] + figures.map { name($0).printable.truncated(to: longestAction).truncated(toColumns: longest) }
    let nameWidth = names.map(\.columns).max() ?? 0
    func lines(_ name: String, _ cells: [String]) -> [String] {
      let padded = cells.enumerated().map { index, cell in
        let padding = String(repeating: " ", count: widths[index] - cell.columns)
        return columns[index].isNumber ? padding + cell : cell + padding
      }
      let padding = String(repeating: " ", count: nameWidth - name.columns)
      let lines =
        isNarrow ? [name, padded.joined(separator: "  ")] : [([name + padding] + padded).joined(separator: "  ")]
      return lines.map { String($0.reversed().drop { $0 == " " }.reversed()) }
    }
    let below = figures.map { details($0).map { $0.truncated(toColumns: width ?? .max) } }
    return lines(title, header) + figures.indices.flatMap { lines(names[$0 + 1], cells[$0]) + below[$0] }
  }

  private static func details(_ action: ActionFigures) -> [String] {
    let notes = action.notes.map { "    " + $0.printable.truncated(to: longestDetail) }
    return notes + (action.firstFailure.map { [detail($0.place, $0.message)] } ?? [])
  }

  private static func detail(_ place: Place, _ message: String?) -> String {
    let text = message.map { "\(place.shortText): \($0)" } ?? place.shortText
    return "    " + text.printable.truncated(to: longestDetail)
  }
}
