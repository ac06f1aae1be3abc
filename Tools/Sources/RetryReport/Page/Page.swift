internal import Foundation

/// The page while it is being built; its sections are extensions.
final class Page {
  let full: FullReport
  let links: Links
  private let owners: CodeOwners
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
  init(_ full: FullReport, links: Links, owners: CodeOwners, in folder: String, at nowMs: Int64) {
    self.full = full
    self.links = links
    self.owners = owners
    self.nowMs = nowMs
    tests = TestSection(full)
    found = Set(full.comparison?.findings.filter { $0.sort != .good }.map(\.action) ?? [])
    pictures = Pictures(pageFolder: folder)
  }

  var report: Report { full.report }

  func render() -> HTML {
    let sections = [failedTestSection(), comparisonSection(), actionSection(), tests.render(on: self)]
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src-elem \(PageHashes.style); style-src-attr 'unsafe-inline'; script-src \(PageHashes.script)">
      <link rel="icon" href="data:,">
      <title>\(title)</title>
      <style>
      \(HTML(markup: String(decoding: PackageResources.page_css, as: UTF8.self)))</style>
      </head>
      <body>
      <a class="skip" href="#content">Skip to the content</a>
      <header>
      \(verdict)<p class="note">\(origin)</p>
      \(gates)\(deaths)<p class="headline">\(headline)</p>
      <p class="note">\(report.totals)</p>
      \(problems)</header>
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
    let results = report.results.flatMap { $0.parts.isEmpty ? nil : $0 }
    let tests = results.map { ($0.count(.failed) + $0.failuresOutsideTests.count, $0.count(.recovered)) }
    let (failed, flaky) = tests ?? (report.actions.count { $0.failed > 0 }, report.actions.count { $0.recovered > 0 })
    func count(_ count: Int, _ word: String) -> String {
      tests == nil ? count.counted("\(word) action") : "\(count) \(word)"
    }
    let run = newest.map { $0.id.allSatisfy(\.isNumber) ? "#\($0.id)" : $0.id.truncated(to: 20) }
    let runs = report.figures.runs.count
    return [
      failed > 0 ? count(failed, "failed") : "", count(flaky, "flaky"), newest?.branch ?? "",
      runs > 1 ? "\(runs) runs" : run ?? "",
    ].filter { !$0.isEmpty }.joined(separator: " · ")
  }

  var newest: RunOrigin? {
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

  /// Whether the job passed, in the first line.
  private var verdict: HTML {
    let deaths = report.input.dead.count
    let decision = full.verdict.decision(on: report.results, deaths: deaths)
    let sentence = full.verdict.sentence(on: report.results, deaths: deaths)
    return "<h1 class=\"verdict\(decision.map { " \($0.style)" } ?? "")\">\(sentence)</h1>\n"
  }

  /// What each gate says, the failed ones first, and what could not be done.
  private var gates: HTML {
    let gates = full.verdict.gates.sorted { $0.decision > $1.decision }.map { gate -> HTML in
      let reasons = gate.failures.map { text -> HTML in "<br>\(text)" }
      let word: HTML = "<strong class=\"\(gate.decision.style)-text\">\(gate.decision.word)</strong>"
      return "<li><code>\(gate.option)</code> \(word)\(reasons)</li>\n"
    }
    let problems = full.verdict.problems.map { problem -> HTML in "<li>\(problem)</li>\n" }
    if gates.isEmpty, problems.isEmpty { return "" }
    return "<ul class=\"gates\" aria-label=\"Gates\">\n\(gates + problems)</ul>\n"
  }

  /// The owners of a file, with a space before them; nothing if they are unknown.
  func owner(of place: Place) -> HTML? {
    owners.owners(of: place.file).map { " <span class=\"owner\" title=\"in CODEOWNERS\">\($0)</span>" }
  }

  private var headline: HTML {
    let parts = report.headlineParts(without: "Tests: unknown").map { text, style -> HTML in
      switch style {
      case "": "\(text)"
      case "name": "<em>\(text)</em>"
      default: "<strong class=\"\(style)-text\">\(text)</strong>"
      }
    }
    return "\(parts)"
  }

  /// The contents of closed details.
  ///
  /// Beyond the room, they are text for the browser until the script of the page makes them, when the details are opened.
  /// Without scripts, they are a part of the document.
  func folded(_ contents: HTML) -> HTML {
    roomForFolded -= contents.text.utf8.count
    return roomForFolded >= 0 ? contents : "<noscript>\(contents)</noscript>\n"
  }

  private var deaths: HTML {
    if report.deaths.isEmpty { return "" }
    let items = report.deaths.map { text -> HTML in "<p>\(text)</p>\n" }
    return "<section class=\"finding deaths\">\n\(items)</section>\n"
  }

  private var days: HTML? {
    guard let span = report.figures.timeSpan else { return nil }
    let (first, last) = (span.lowerBound.asDay, span.upperBound.asDay)
    return first == last ? "steps from \(first)" : "steps from \(first) to \(last)"
  }

  private var problems: HTML {
    if report.input.problems.isEmpty { return "" }
    let items = report.input.problems.map { problem -> HTML in "<li>\(problem)</li>\n" }
    return
      "<details class=\"problems\"><summary>Problems with the records</summary>\n<ul>\n\(items)</ul></details>\n"
  }
}

/// A page that needs no network and no framework, and can be read without scripts.
public enum HTMLFormat {
  /// - Parameters:
  ///   - links: The URLs of sources and runs.
  ///   - owners: The owners of files.
  ///   - folder: The folder of the page, for links to files.
  ///   - nowMs: When the page is made, in milliseconds of Unix time; `nil` for now.
  public static func render(
    _ full: FullReport,
    links: Links = Links(),
    owners: CodeOwners = CodeOwners(),
    in folder: String = ".",
    at nowMs: Int64? = nil
  ) -> String {
    Page(full, links: links, owners: owners, in: folder, at: nowMs ?? .now).render().text
  }
}
