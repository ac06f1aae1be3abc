/// The part of the page with the waits, and with the files of those that failed.
enum WaitSection {
  static func render(_ report: Report, _ links: Links, _ pictures: inout Pictures) -> String {
    if report.waits.isEmpty { return "" }
    let rows = report.waits.enumerated().map { index, wait in
      (
        wait.style, name(wait, index), wait,
        links.place(wait.place, commit: wait.commit, isShort: true)
          + (wait.detail.map { " " + $0.escapedForMarkup } ?? "")
      )
    }
    let inVain = report.waits.enumerated().filter { !$0.element.failures.isEmpty }.map { index, wait in
      failures(of: wait, index, links, &pictures)
    }
    return """
      <section>
      <h2>Waits</h2>
      <p class="note">p50 and p95: half, and 95 %, of the waits that came true took no longer.</p>
      \(PageTable.render("Wait", SummaryColumn.all, last: "Place", rows))\(inVain.joined())</section>

      """
  }

  private static func name(_ wait: WaitFigures, _ index: Int) -> String {
    let name = wait.name.escapedForMarkup
    return wait.failures.isEmpty ? name : "<a href=\"#wait-\(index)\">\(name)</a>"
  }

  private static func failures(
    of wait: WaitFigures,
    _ index: Int,
    _ links: Links,
    _ pictures: inout Pictures
  ) -> String {
    let articles = wait.failures.map { article($0, links, &pictures) }
    let failed = wait.failed
    let shown = failed > articles.count ? "<p class=\"note\">The first \(articles.count) of \(failed).</p>\n" : ""
    return """
      <details id="wait-\(index)">
      <summary><strong>\(wait.name.escapedForMarkup)</strong> \(failed) did not come true</summary>
      \(shown)\(articles.joined())</details>

      """
  }

  private static func article(_ wait: FailedWait, _ links: Links, _ pictures: inout Pictures) -> String {
    let limit = wait.limitMs > 0 ? " of \(wait.limitMs.asTime)" : ""
    let end = "\(wait.hasTimedOut ? "ran out" : "was stopped") after \(wait.durationMs.asTime)\(limit)"
    let reason = wait.reason.isEmpty ? "" : " \(wait.reason)"
    return """
      <article class="timeline">
      <h3>\(wait.test.escapedForMarkup)</h3>
      <p>\(links.place(wait.place, commit: wait.origin.commit)) \(end): \((wait.message + reason).escapedForMarkup)</p>
      <p class="note">run \(links.run(wait.origin.run))\(wait.origin.text.escapedForMarkup)</p>
      \(pictures.gallery(wait.attachments))</article>

      """
  }
}

extension WaitFigures {
  fileprivate var style: String {
    if timedOut > 0 { return "bad" }
    return isNearlyUsedUp || aborted > 0 ? "flaky" : "good"
  }
}
