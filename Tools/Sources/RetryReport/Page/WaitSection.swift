/// The part of the page with the waits, and with the files of those that failed.
extension Page {
  func waitSection() -> HTML {
    if report.waits.isEmpty { return "" }
    let rows = report.waits.enumerated().map { index, wait in
      let place = links.place(wait.place, commit: wait.commit, isShort: true)
      return PageTable.Row(
        style: wait.style,
        name: wait.failures.isEmpty ? "\(wait.name)" : "<a href=\"#wait-\(index)\">\(wait.name)</a>",
        figures: wait,
        last: wait.detail.map { "\(place) \($0)" } ?? place
      )
    }
    let inVain = report.waits.enumerated().filter { !$0.element.failures.isEmpty }.map { index, wait in
      failures(of: wait, index)
    }
    return """
      <section>
      <h2>Waits</h2>
      <p class="note">p50 and p95: half, and 95 %, of the waits that came true took no longer.</p>
      \(PageTable(title: "Wait", columns: SummaryColumn.all, last: "Place", rows: rows).html)\(inVain)</section>

      """
  }

  private func failures(of wait: WaitFigures, _ index: Int) -> HTML {
    let articles = wait.failures.map(article)
    let shown: HTML? =
      wait.failed > articles.count ? "<p class=\"note\">The first \(articles.count) of \(wait.failed).</p>\n" : nil
    return """
      <details id="wait-\(index)">
      <summary><strong>\(wait.name)</strong> \(wait.failed) did not come true</summary>
      \(shown)\(articles)</details>

      """
  }

  private func article(_ wait: FailedWait) -> HTML {
    let limit = wait.limitMs > 0 ? " of \(wait.limitMs.asTime)" : ""
    let end = "\(wait.hasTimedOut ? "ran out" : "was stopped") after \(wait.durationMs.asTime)\(limit)"
    let reason = wait.reason.isEmpty ? "" : " \(wait.reason)"
    return """
      <article class="timeline">
      <h3>\(wait.test)</h3>
      <p>\(links.place(wait.place, commit: wait.origin.commit)) \(end): \(wait.message + reason)</p>
      <p class="note">run \(links.run(wait.origin.run))\(wait.origin.text)</p>
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
