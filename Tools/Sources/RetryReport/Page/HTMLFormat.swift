internal import Foundation

/// A page that needs no network, no framework, and no script to be read.
public enum HTMLFormat {
  /// - Parameters:
  ///   - links: The addresses of the source and of the runs.
  ///   - folder: The folder of the page, for links to files.
  public static func render(_ full: FullReport, links: Links = Links(), in folder: String = ".") -> String {
    let figures =
      BurnInSection.render(full.report, links) + TimeBar.render(full.report) + table(full.report, links)
    let tests = TestSection.render(full.counts) + (full.history.map(HistorySection.render) ?? "")
    let missable = full.comparison.map(ComparisonSection.missable) ?? ""
    var differences = FileDifferences()
    func rendered(_ pictures: inout Pictures) -> String {
      let compared = full.comparison.map { ComparisonSection.render($0, links, &pictures, missable: missable) } ?? ""
      let waits = WaitSection.render(full.report, links, &pictures)
      return page(full.report, compared + figures + waits + tests + timelines(full, links, &pictures, &differences))
    }
    // Rendered once without pictures, to know the room that they have.
    var none = Pictures(pageBytes: Pictures.largestPage, pageFolder: folder)
    var pictures = Pictures(pageBytes: rendered(&none).utf8.count, pageFolder: folder)
    return rendered(&pictures)
  }

  private static func page(_ report: Report, _ sections: String) -> String {
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
    \(problems(report))\(sections)</main>
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

  private static func table(_ report: Report, _ links: Links) -> String {
    let columns = SummaryColumn<ActionFigures>.all
    let lastDay = report.timeSpan?.upperBound.asDay ?? ""
    let heads = columns.enumerated().map { index, column in
      header(column.title, index + 1, isNumber: column.isNumber)
    }
    let rows = report.actions.enumerated().map { index, action in
      PageTable.row(
        style: action.mood,
        name: name(action, index, lastDay),
        columns,
        action,
        last: action.firstFailure.map { failure in
          links.place(failure.place, commit: failure.commit, isShort: true) + " " + failure.message.escapedForMarkup
        } ?? ""
      )
    }
    return """
      <section>
      <h2>Actions</h2>
      <p><label>Search <input id="search" type="search" placeholder="action, place or error"></label>
      <output id="count">\(report.actions.count.counted("action"))</output></p>
      <ul class="legend"><li><span class="swatch good"></span>passed at the first attempt each time</li>\
      <li><span class="swatch flaky"></span>recovered</li><li><span class="swatch bad"></span>failed</li>\
      <li>worst first; a click on a heading sorts by it</li></ul>
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

  /// The name of an action, and what there is to know of it.
  ///
  /// - Parameter lastDay: The day of the last step, which says whether an excuse is over.
  private static func name(_ action: ActionFigures, _ index: Int, _ lastDay: String) -> String {
    let title = action.title.escapedForMarkup
    let name = action.timelines.kept.isEmpty ? title : "<a href=\"#action-\(index)\">\(title)</a>"
    let asides = (action.notes + action.excuses.all.map { $0.text(on: lastDay) }).map { text in
      "<span class=\"aside\">\(text.escapedForMarkup)</span>"
    }
    let isCompared = action.timelines.kept.contains { !$0.evidence.isEmpty }
    let differed = isCompared ? "<a class=\"aside\" href=\"#differed-\(index)\">What differed</a>" : ""
    return name + differed + asides.joined()
  }

  private static func timelines(
    _ full: FullReport,
    _ links: Links,
    _ pictures: inout Pictures,
    _ differences: inout FileDifferences
  ) -> String {
    let actions = full.report.actions.enumerated().filter { !$0.element.timelines.kept.isEmpty }
    if actions.isEmpty { return "" }
    let sections = actions.map { index, action in
      let causes = action.unit == .step ? full.counts.actions[action.action]?.causes.values : nil
      return TimelineSection.render(action, index, causes.map(Array.init) ?? [], links, &pictures, &differences)
    }
    return """
      <section>
      <h2>Attempts</h2>
      <ul class="legend"><li><span class="swatch failed"></span>an attempt that failed</li>\
      <li><span class="swatch succeeded"></span>the one that succeeded</li>\
      <li>between them, waits and reset steps; the track is the whole step</li></ul>
      \(sections.joined())</section>

      """
  }
}

extension Excuse {
  /// Such as `Fixable: the server is slow (https://bugs.example/17), until 2027-03-31`.
  fileprivate func text(on day: String) -> String {
    let what = reason.isEmpty ? "no reason given" : reason
    let end = expires.isEmpty ? "" : ", until \(expires)\(isOver(on: day) ? ", which is over" : "")"
    return "\(isFixable ? "Fixable" : "Excused"): \(what)\(bug.isEmpty ? "" : " (\(bug))")\(end)"
  }
}

extension ActionFigures {
  /// The style of the row.
  fileprivate var mood: String {
    if exhausted + stopped > 0 { return "bad" }
    return recovered > 0 ? "flaky" : "good"
  }
}
