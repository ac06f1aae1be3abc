/// The summary for a terminal.
public enum TextFormat {
  private static let longestAction = 44
  private static let longestDetail = 110

  /// - Parameter isComplete: True if actions that were never retried have a line too.
  public static func render(_ report: Report, isComplete: Bool = false) -> String {
    let actions = isComplete ? report.actions : report.troubled
    let waits = isComplete ? report.waits : Array(report.waits.prefix(Report.mostWaits))
    let tables = [
      table("ACTION", actions, SummaryColumn.all, \.title, details),
      table("WAIT", waits, SummaryColumn.all, \.call.action, { [detail($0.call.place, $0.failures.first?.message)] }),
      table("BURN-IN", report.burnIns, SummaryColumn.all, \.call.action, { [detail($0.call.place, $0.causesText)] }),
    ]
    let lines = [report.headline] + tables.flatMap { $0.isEmpty ? [] : [""] + $0 }
    return (lines + (isComplete ? [] : report.rest.map { ["", $0] } ?? [])).joined(separator: "\n") + "\n"
  }

  /// - Parameters:
  ///   - name: The text of the first column.
  ///   - details: The lines below a row.
  private static func table<Figures>(
    _ title: String,
    _ figures: [Figures],
    _ columns: [SummaryColumn<Figures>],
    _ name: (Figures) -> String,
    _ details: (Figures) -> [String]
  ) -> [String] {
    if figures.isEmpty { return [] }
    let header = [title] + columns.map { $0.title.uppercased() }
    let rows = figures.map { row in
      [name(row).printable.truncated(to: longestAction)] + columns.map { $0.text(row) }
    }
    let widths = header.indices.map { index in ([header] + rows).map { $0[index].columns }.max() ?? 0 }
    func line(_ cells: [String]) -> String {
      let padded = cells.enumerated().map { index, cell in
        let padding = String(repeating: " ", count: widths[index] - cell.columns)
        return index > 0 && columns[index - 1].isNumber ? padding + cell : cell + padding
      }
      let joined = padded.joined(separator: "  ")
      return String(joined.reversed().drop { $0 == " " }.reversed())
    }
    return [line(header)] + zip(figures, rows).flatMap { figures, row in [line(row)] + details(figures) }
  }

  private static func details(_ action: ActionFigures) -> [String] {
    let done = action.doneSentence.map { "    \($0)" }
    return [done, action.firstFailure.map { detail($0.place, $0.message) }].compactMap { $0 }
  }

  private static func detail(_ place: Place, _ message: String?) -> String {
    let text = message.map { "\(place.shortText): \($0)" } ?? place.shortText
    return "    " + text.printable.truncated(to: longestDetail)
  }
}
