/// The summary for a terminal.
public enum TextFormat {
  private static let longestAction = 44
  private static let longestFailure = 110

  /// - Parameter isComplete: True if actions that were never retried have a line too.
  public static func render(_ report: Report, isComplete: Bool = false) -> String {
    let actions = isComplete ? report.actions : report.troubled
    let lines = [report.headline] + (actions.isEmpty ? [] : [""] + table(actions))
    return (lines + (isComplete ? [] : report.rest.map { ["", $0] } ?? [])).joined(separator: "\n") + "\n"
  }

  private static func table(_ actions: [ActionFigures]) -> [String] {
    let columns = SummaryColumn.all
    let header = ["ACTION"] + columns.map { $0.title.uppercased() }
    let rows = actions.map { action in
      [action.title.printable.truncated(to: longestAction)] + columns.map { $0.text(action) }
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
    return [line(header)]
      + zip(actions, rows).flatMap { action, row in [line(row)] + (action.firstFailure.map { [detail($0)] } ?? []) }
  }

  private static func detail(_ failure: ActionFigures.FirstFailure) -> String {
    "    " + "\(failure.place.shortText): \(failure.message)".printable.truncated(to: longestFailure)
  }
}
