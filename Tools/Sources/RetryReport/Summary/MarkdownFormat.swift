/// The summary for a page of a CI system: GitHub's step summary, Buildkite's annotations, Azure's.
public enum MarkdownFormat {
  private static let longestMessage = 200

  public static func render(_ report: Report) -> String {
    let table = report.table.map { lines($0) + [""] } ?? []
    let rest = report.rest.map { [$0.escapedForMarkdown, ""] } ?? []
    let box = report.deaths.map { "> **\($0.escapedForMarkdown)**" }.joined(separator: "\\\n")
    let head = ["**\(report.headline.escapedForMarkdown)**", "", report.totals.escapedForMarkdown, ""]
    let deaths = box.isEmpty ? [] : [box, ""]
    return (["### Retried steps", ""] + deaths + head + table + rest).joined(separator: "\n")
  }

  private static func lines(_ table: SummaryTable) -> [String] {
    let alignments = table.rows[0].cells.map { $0.isNumber ? "--:" : "---" }
    return [row(table.titles), row(["---"] + alignments + ["---"])]
      + table.rows.map { line in
        let notes = line.notes.map { $0.line(longest: longestMessage, place: $0.place?.text).escapedForMarkdown }
        return row(
          ([line.name] + line.cells.map(\.text)).map(\.printable.escapedForMarkdown) + [notes.joined(separator: "<br>")]
        )
      }
  }

  private static func row(_ cells: [String]) -> String {
    "| " + cells.joined(separator: " | ") + " |"
  }
}

extension String {
  /// The text without a meaning in Markdown or HTML.
  var escapedForMarkdown: String {
    // By scalar, because a bar with a variation selector is a different character and still a bar.
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
