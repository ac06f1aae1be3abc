internal import Foundation

/// The page while it is being built; its sections are extensions.
final class Page {
  let full: FullReport
  let links: Links
  let tests: TestSection
  var pictures: Pictures
  var differences = FileDifferences()

  /// - Parameter folder: The folder of the page, for links to files.
  init(_ full: FullReport, links: Links, in folder: String) {
    self.full = full
    self.links = links
    tests = TestSection(full)
    pictures = Pictures(pageFolder: folder)
  }

  var report: Report { full.report }

  func render() -> HTML {
    let sections = [comparisonSection(), actionSection(), tests.render(on: self), waitSection()]
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
      <link rel="icon" href="data:,">
      <title>Retried steps</title>
      <style>
      \(HTML(markup: String(decoding: PackageResources.page_css, as: UTF8.self)))</style>
      </head>
      <body>
      <main>
      <h1>Retried steps</h1>
      \(deaths)<p class="headline">\(report.headline)</p>
      <p class="note">\(days)</p>
      \(problems)\(sections)</main>
      <script>
      \(HTML(markup: String(decoding: PackageResources.page_js, as: UTF8.self)))</script>
      </body>
      </html>

      """
  }

  private var deaths: HTML {
    if report.deaths.isEmpty { return "" }
    let items = report.deaths.map { text -> HTML in "<p>\(text)</p>\n" }
    return "<section class=\"finding deaths\">\n\(items)</section>\n"
  }

  /// The days on which the steps ran.
  private var days: String {
    guard let span = report.figures.timeSpan else { return "" }
    let first = span.lowerBound.asDay
    let last = span.upperBound.asDay
    return first == last ? "Steps from \(first)." : "Steps from \(first) to \(last)."
  }

  private var problems: HTML {
    if report.input.problems.isEmpty { return "" }
    let items = report.input.problems.map { problem -> HTML in "<li>\(problem)</li>\n" }
    return
      "<details class=\"problems\"><summary>Some records could not be read</summary>\n<ul>\n\(items)</ul></details>\n"
  }
}
