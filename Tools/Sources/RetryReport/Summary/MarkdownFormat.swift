/// The summary for a page of a CI system: GitHub's step summary, Buildkite's annotations, Azure's.
public enum MarkdownFormat {
  private static let longestMessage = 200

  public static func render(_ report: Report) -> String {
    var lines = ["### Retried steps", "", report.headline.escapedForMarkdown, ""]
    lines += table("Action", report.troubled, SummaryColumn.all, \.title, last: "First failure") { action in
      let failure = action.firstFailure.map { detail($0.place, $0.message) }
      return (action.notes + [failure].compactMap { $0 }).joined(separator: ". ")
    }
    let waits = Array(report.waits.prefix(Report.mostWaits))
    lines += table("Wait", waits, SummaryColumn.all, \.name, last: "Place") {
      detail($0.place, $0.detail)
    }
    lines += table("Burn-in", report.burnIns, SummaryColumn.all, \.call.action, last: "Place") {
      detail($0.call.place, $0.causesText)
    }
    if let rest = report.rest() { lines += [rest.escapedForMarkdown, ""] }
    return lines.joined(separator: "\n")
  }

  private static func detail(_ place: Place, _ message: String?) -> String {
    message.map { "\(place.text): \($0.truncated(to: longestMessage))" } ?? place.text
  }

  /// - Parameters:
  ///   - name: The text of the first column.
  ///   - last: The title of the last column.
  ///   - detail: The text of the last column.
  private static func table<Figures>(
    _ title: String,
    _ figures: [Figures],
    _ columns: [SummaryColumn<Figures>],
    _ name: (Figures) -> String,
    last: String,
    _ detail: (Figures) -> String
  ) -> [String] {
    if figures.isEmpty { return [] }
    let head = [
      row([title] + columns.map(\.title) + [last]),
      row(["---"] + columns.map { $0.isNumber ? "--:" : "---" } + ["---"]),
    ]
    let rows = figures.map { figures in
      row(
        ([name(figures)] + columns.map { $0.text(figures) } + [detail(figures)]).map { $0.printable.escapedForMarkdown }
      )
    }
    return head + rows + [""]
  }

  private static func row(_ cells: [String]) -> String {
    "| " + cells.joined(separator: " | ") + " |"
  }
}

extension String {
  /// The text without markup of Markdown or HTML.
  var escapedForMarkdown: String {
    // By scalar, because a bar with a variation selector is another character and still a bar.
    let escaped = unicodeScalars.reduce(into: "") { escaped, scalar in
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\\", "`", "*", "_", "[", "]", "|", "~", "#", "@": escaped += "\\\(scalar)"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    // An address would become a link.
    return escaped.replacing("://", with: ":&#47;/").replacing(/(?i)www\./, with: "www&#46;")
  }
}
