internal import Foundation

/// One page that needs nothing else: no network, no framework, and no script to be read.
public enum HTMLFormat {
  /// - Parameters:
  ///   - comparison: What the run says that the baseline did not, where there is one.
  ///   - history: The rates from run to run, where there are several.
  ///   - folder: Where the page will be, for links to files.
  public static func render(
    _ report: Report,
    comparison: Comparison? = nil,
    history: History? = nil,
    in folder: String = "."
  ) -> String {
    var none = Pictures(pageBytes: Pictures.largestPage, pageFolder: folder)
    let size = page(report, comparison, history, &none).utf8.count
    var pictures = Pictures(pageBytes: size, pageFolder: folder)
    return page(report, comparison, history, &pictures)
  }

  private static func page(
    _ report: Report,
    _ comparison: Comparison?,
    _ history: History?,
    _ pictures: inout Pictures
  ) -> String {
    let compared = comparison.map { ComparisonSection.render($0, &pictures) } ?? ""
    let charts = history.map(HistorySection.render) ?? ""
    return page(report, compared, charts, timelines(report, &pictures))
  }

  private static func page(_ report: Report, _ compared: String, _ charts: String, _ timelines: String) -> String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
    <link rel="icon" href="data:,">
    <title>Retried steps</title>
    <style>
    \(resource(PackageResources.page_css))</style>
    </head>
    <body>
    <main>
    <h1>Retried steps</h1>
    <p class="headline">\(report.headline.escapedForMarkup)</p>
    <p class="note">\(days(report))</p>
    \(problems(report))\(compared)\(TimeBar.render(report))\(table(report))\(charts)\(timelines)</main>
    <script>
    \(resource(PackageResources.page_js))</script>
    </body>
    </html>

    """
  }

  /// The days that the steps are from.
  private static func days(_ report: Report) -> String {
    guard let span = report.timeSpan else { return "" }
    let (first, last) = (span.lowerBound.asDay, span.upperBound.asDay)
    return first == last ? "Steps of \(first)." : "Steps of \(first) to \(last)."
  }

  private static func resource(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self)
  }

  private static func problems(_ report: Report) -> String {
    if report.input.problems.isEmpty { return "" }
    let items = report.input.problems.map { "<li>\($0.escapedForMarkup)</li>\n" }.joined()
    return
      "<details class=\"problems\"><summary>Not everything could be read</summary>\n<ul>\n\(items)</ul></details>\n"
  }

  private static func table(_ report: Report) -> String {
    let columns = SummaryColumn.all
    let heads = columns.enumerated().map { index, column in
      header(column.title, index + 1, isNumber: column.isNumber)
    }
    let rows = report.actions.enumerated().map { index, action in row(action, index, columns) }
    return """
      <section>
      <h2>Actions</h2>
      <p><label>Search <input id="search" type="search" placeholder="action, place or error"></label>
      <output id="count">\(report.actions.count.counted("action"))</output></p>
      <div class="scroll">
      <table id="actions">
      <thead><tr>\(header("Action", 0, isNumber: false))\(heads.joined())<th scope="col">First failure</th></tr></thead>
      <tbody>
      \(rows.joined(separator: "\n"))
      </tbody>
      </table>
      </div>
      </section>

      """
  }

  private static func header(_ title: String, _ index: Int, isNumber: Bool) -> String {
    """
    <th scope="col"\(isNumber ? " class=\"number\"" : "")><button type="button" data-column="\(index)">\(title)</button></th>
    """
  }

  private static func row(_ action: ActionFigures, _ index: Int, _ columns: [SummaryColumn]) -> String {
    let title = action.title.escapedForMarkup
    let name = action.timelines.kept.isEmpty ? title : "<a href=\"#action-\(index)\">\(title)</a>"
    let cells = columns.map { column in
      "<td\(column.isNumber ? " class=\"number\"" : "") data-label=\"\(column.title)\" data-value=\"\(column.order(action))\">"
        + "\(column.text(action).escapedForMarkup)</td>"
    }
    let failure = action.firstFailure.map { failure in
      "<code title=\"\(failure.place.text.escapedForMarkup)\">\(failure.place.shortText.escapedForMarkup)</code> "
        + failure.message.escapedForMarkup
    }
    return "<tr class=\"\(action.mood)\"><th scope=\"row\">\(name)</th>\(cells.joined())"
      + "<td class=\"failure\">\(failure ?? "")</td></tr>"
  }

  private static func timelines(_ report: Report, _ pictures: inout Pictures) -> String {
    let actions = report.actions.enumerated().filter { !$0.element.timelines.kept.isEmpty }
    if actions.isEmpty { return "" }
    let sections = actions.map { TimelineSection.render($0.element, id: "action-\($0.offset)", &pictures) }
    return """
      <section>
      <h2>Attempts</h2>
      \(sections.joined())</section>

      """
  }
}

extension ActionFigures {
  /// How the row is coloured.
  fileprivate var mood: String {
    if exhausted + stopped > 0 { return "bad" }
    return recovered > 0 ? "flaky" : "good"
  }
}
