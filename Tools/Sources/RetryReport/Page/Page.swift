internal import Foundation

/// The page while it is being built; its sections are extensions.
final class Page {
  let full: FullReport
  let links: Links
  let tests: TestSection
  /// The actions that the comparison has found something in.
  let found: Set<String>
  var pictures: Pictures
  var differences = FileDifferences()

  /// When the page is made, in milliseconds of Unix time.
  private let nowMs: Int64
  /// The size of the folded parts that may still be in the document at once, in bytes.
  private var roomForFolded = 1_000_000

  /// - Parameter folder: The folder of the page, for links to files.
  init(_ full: FullReport, links: Links, in folder: String, at nowMs: Int64) {
    self.full = full
    self.links = links
    self.nowMs = nowMs
    tests = TestSection(full)
    found = Set(full.comparison?.findings.filter { $0.sort != .good }.map(\.action) ?? [])
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
      <title>\(title)</title>
      <style>
      \(HTML(markup: String(decoding: PackageResources.page_css, as: UTF8.self)))</style>
      </head>
      <body>
      <a class="skip" href="#content">Skip to the content</a>
      <header>
      <h1>Retried steps</h1>
      <p class="note">\(origin)</p>
      \(deaths)<p class="headline">\(headline)</p>
      <p class="note">\(report.totals)</p>
      \(problems)\(contents(sections))</header>
      <main id="content" tabindex="-1">
      \(sections)</main>
      <script>
      \(HTML(markup: String(decoding: PackageResources.page_js, as: UTF8.self)))</script>
      </body>
      </html>

      """
  }

  /// Such as `3 flaky · main · #812`.
  private var title: String {
    let tests = report.results.map { ($0.count(.failed), $0.count(.recovered)) }
    let (failed, flaky) = tests ?? (report.actions.count { $0.failed > 0 }, report.actions.count { $0.recovered > 0 })
    let run = newest.map { $0.id.allSatisfy(\.isNumber) ? "#\($0.id)" : $0.id.truncated(to: 20) }
    let runs = report.figures.runs.count
    return [
      failed > 0 ? "\(failed) failed" : "", "\(flaky) flaky", newest?.branch ?? "", runs > 1 ? "\(runs) runs" : run ?? "",
    ].filter { !$0.isEmpty }.joined(separator: " · ")
  }

  /// The newest run of the records.
  private var newest: RunOrigin? {
    report.figures.runs.values.max { ($0.startMs, $0.id) < ($1.startMs, $1.id) }
  }

  /// The branch, the commit and the run of the newest steps, their systems, and when the page was made.
  private var origin: HTML {
    let systems = report.figures.systems.map(\.text).filter { !$0.isEmpty }.sorted()
    let (run, count) = (newest, report.figures.runs.count)
    let parts: [HTML?] = [
      run.flatMap { $0.branch.isEmpty ? nil : "branch \($0.branch)" },
      run.flatMap { $0.commit.isEmpty ? nil : "commit \("\($0.commit.prefix(9))")" },
      run.flatMap { $0.id.isEmpty ? nil : "run \(links.run($0.id))\(count > 1 ? ", the newest of \(count)" : "")" },
      systems.isEmpty ? nil : systems.count > 2 ? "\(systems.count) systems" : "\(systems.joined(separator: " and "))",
      days, "page made \(nowMs.asInstant) UTC",
    ]
    return parts.compactMap(\.self).joined(by: " · ")
  }

  private var headline: HTML {
    let parts = report.results?.parts.map { part -> HTML in
      let style = part.outcome == .failed ? "bad-text" : part.outcome == .recovered ? "flaky-text" : nil
      return "<strong\(.attribute("class", style))>\(part.text)</strong>"
    }
    let tests = parts.map { $0.joined(by: " · ") } ?? ""
    let costliest = report.costliest.map { part -> HTML in ", \(part.share) of it in <em>\(part.action)</em>" }
    return "\(tests.text.isEmpty ? "Tests: unknown" : tests)\(report.notRead.map { " (\($0))" } ?? ""). \(report.cost)\(costliest)."
  }

  /// Links to the sections, if there are several.
  private func contents(_ sections: [HTML]) -> HTML {
    let titles = sections.joined(by: "").text.matches(of: /<h2 id="([a-z-]+)">([^<]+)<\/h2>/)
    let items = titles.map { title -> HTML in "<li><a href=\"#\(title.1)\">\(title.2)</a></li>" }
    return items.count < 2 ? "" : "<nav aria-label=\"Sections\"><ul>\(items)</ul></nav>\n"
  }

  /// The contents of closed details. Beyond the room, they are text for the browser until the script of the page makes
  /// them, when the details are opened; without scripts, they are a part of the document.
  func folded(_ contents: HTML) -> HTML {
    roomForFolded -= contents.text.utf8.count
    return roomForFolded >= 0 ? contents : "<noscript>\(contents)</noscript>\n"
  }

  private var deaths: HTML {
    if report.deaths.isEmpty { return "" }
    let items = report.deaths.map { text -> HTML in "<p>\(text)</p>\n" }
    return "<section class=\"finding deaths\">\n\(items)</section>\n"
  }

  /// The days on which the steps ran.
  private var days: HTML? {
    guard let span = report.figures.timeSpan else { return nil }
    let (first, last) = (span.lowerBound.asDay, span.upperBound.asDay)
    return first == last ? "steps from \(first)" : "steps from \(first) to \(last)"
  }

  private var problems: HTML {
    if report.input.problems.isEmpty { return "" }
    let items = report.input.problems.map { problem -> HTML in "<li>\(problem)</li>\n" }
    return
      "<details class=\"problems\"><summary>Some records could not be read</summary>\n<ul>\n\(items)</ul></details>\n"
  }
}
