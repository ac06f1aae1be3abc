/// The part of a step's timeline with the differences between the failed and the successful attempt.
extension Page {
  /// The maximum number of lines of a difference that is expanded at first.
  private static let fewLines = 30

  func differences(in evidence: Evidence, of timeline: Timeline) -> HTML {
    var sideBySide: [HTML] = []
    var texts: [HTML] = []
    var same: [HTML] = []
    for pair in evidence.pairs {
      switch differences.difference(pair.failed, pair.worked) {
      case .same: same.append(pictures.render(pair.worked))
      case .lines(let lines): texts.append(text(pair, lines))
      case .unknown(let note): sideBySide.append(figures(pair, note, evidence, timeline))
      }
    }
    let notes = [
      note("Identical in both", same),
      note("Only in the failed attempt", evidence.onlyFailed.map { "\($0.name)" }),
      note("Only in the successful attempt", evidence.onlyWorked.map { pictures.render($0) }),
    ]
    return """
      <section class="differed">
      <h5>What differed</h5>
      \(sideBySide)\(texts)\(notes)</section>

      """
  }

  private func figures(_ pair: Evidence.Pair, _ note: String?, _ evidence: Evidence, _ timeline: Timeline) -> HTML {
    let failed = pictures.render(pair.failed)
    let worked = pictures.render(pair.worked)
    // A checkbox that lays one picture over the other, without a script.
    let overlay: HTML? =
      Pictures.isPicture(failed) && Pictures.isPicture(worked)
      ? "<label class=\"overlay\"><input type=\"checkbox\"> overlay: black parts are identical</label>\n"
      : nil
    let success = "attempt \(timeline.row.attempt)" + (timeline.row.recoveredBy == .waiting ? ", after waiting" : "")
    let text = note.map { note -> HTML in "<p class=\"note\">\(pair.worked.name): \(note)</p>\n" }
    return """
      <div class="pair">
      <figure class="gone"><figcaption>failed: attempt \(evidence.failedAttempt)</figcaption>\(failed)</figure>
      <figure class="new"><figcaption>succeeded: \(success)</figcaption>\(worked)</figure>
      \(overlay)</div>
      \(text)
      """
  }

  private func text(_ pair: Evidence.Pair, _ lines: ComparedLines) -> HTML {
    let counts = [(lines.gone, "removed"), (lines.new, "added")].filter { $0.0 > 0 }
      .map { "\($0.0.counted("line")) \($0.1)" }.joined(separator: ", ")
    let open: HTML? = lines.shown <= Self.fewLines ? " open" : nil
    return """
      <details class="text"\(open)>
      <summary><code>\(pair.worked.name)</code> \(counts)</summary>
      \(lines.markup)
      <p class="note">\(lines.note.map { $0 + " " } ?? "")Whole files: \
      \(pictures.link(to: pair.failed, text: "failed")), \(pictures.link(to: pair.worked, text: "succeeded")).</p>
      </details>

      """
  }

  private func note(_ title: String, _ files: [HTML]) -> HTML {
    files.isEmpty
      ? "" : "<p class=\"gallery\"><span class=\"note\">\(title):</span> \(files.joined(by: " "))</p>\n"
  }
}
