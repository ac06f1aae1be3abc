internal import Foundation

/// A page that needs no network, no framework, and no script to be read.
public enum HTMLFormat {
  /// - Parameters:
  ///   - links: The addresses of the source and of the runs.
  ///   - folder: The folder of the page, for links to files.
  public static func render(_ full: FullReport, links: Links = Links(), in folder: String = ".") -> String {
    let section = TestSection(full)
    let figures =
      BurnInSection.render(full.report, links) + TimeBar.render(full.report)
      + ActionSection.render(full, section, links)
    let missable = full.comparison.map(ComparisonSection.missable) ?? ""
    var differences = FileDifferences()
    func rendered(_ pictures: inout Pictures) -> String {
      let compared = full.comparison.map { ComparisonSection.render($0, links, &pictures, missable: missable) } ?? ""
      let tests = section.render(links, &pictures, &differences)
      let waits = WaitSection.render(full.report, links, &pictures)
      return page(full.report, compared + figures + tests + waits)
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
}
