/// The summary for a page of a CI system: GitHub's step summary, Buildkite's annotations, Azure's.
public enum MarkdownFormat {
  private static let longestMessage = 200

  public static func render(_ report: Report) -> String {
    let tables = report.tables.flatMap { lines($0) + [""] }
    let rest = report.rest.map { [$0.escapedForMarkdown, ""] } ?? []
    let box = report.deaths.map { "> **\($0.escapedForMarkdown)**" }.joined(separator: "\\\n")
    let deaths = box.isEmpty ? [] : [box, ""]
    return (["### Retried steps", ""] + deaths + [report.headline.escapedForMarkdown, ""] + tables + rest)
      .joined(separator: "\n")
  }

  private static func lines(_ table: SummaryTable) -> [String] {
    let alignments = table.rows[0].cells.map { $0.isNumber ? "--:" : "---" }
    return [row(table.titles), row(["---"] + alignments + ["---"])]
      + table.rows.map { line in
        let message = line.message?.truncated(to: longestMessage)
        let first = [line.place?.text, message].compactMap(\.self).joined(separator: ": ")
        let last = ([first] + line.notes).map(\.asMarkdown).joined(separator: "<br>")
        return row(([line.name] + line.cells.map(\.text)).map(\.asMarkdown) + [last])
      }
  }

  private static func row(_ cells: [String]) -> String {
    "| " + cells.joined(separator: " | ") + " |"
  }
}

extension String {
  fileprivate var asMarkdown: String { printable.escapedForMarkdown }

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
