/// The summary for a page of a CI system: GitHub's step summary, Buildkite's annotations, Azure's.
public enum MarkdownFormat {
  private static let longestMessage = 200

  public static func render(_ report: Report) -> String {
    let columns = SummaryColumn.all
    var lines = ["### Retried steps", "", report.headline.escapedForMarkdown, ""]
    if !report.troubled.isEmpty {
      lines.append(row(["Action"] + columns.map(\.title) + ["First failure"]))
      lines.append(row(["---"] + columns.map { $0.isNumber ? "--:" : "---" } + ["---"]))
      lines += report.troubled.map { action in
        let failure = action.firstFailure.map { "\($0.place.text): \($0.message.truncated(to: longestMessage))" } ?? ""
        let cells = [action.title] + columns.map { $0.text(action) } + [failure]
        return row(cells.map { $0.printable.escapedForMarkdown })
      }
      lines.append("")
    }
    if let rest = report.rest { lines += [rest.escapedForMarkdown, ""] }
    return lines.joined(separator: "\n")
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
