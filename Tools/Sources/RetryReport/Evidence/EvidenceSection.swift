/// The part of a step's timeline with the differences between the failed attempt and the one that worked.
enum EvidenceSection {
  /// The number of lines of a difference that is shown without a click.
  private static let fewLines = 30

  struct Rendered {
    let markup: String
    /// The files that are shown, so that none is shown twice.
    let shown: [Attachment]
  }

  /// - Parameter id: The name that links lead to; empty for none.
  static func render(
    _ timeline: Timeline,
    id: String,
    _ pictures: inout Pictures,
    _ differences: inout FileDifferences
  ) -> Rendered {
    guard let evidence = Evidence(timeline) else { return Rendered(markup: "", shown: []) }
    var beside: [String] = []
    var texts: [String] = []
    var same: [String] = []
    for pair in evidence.pairs {
      switch differences.difference(pair.failed, pair.worked) {
      case .same: same.append(pictures.render(pair.worked))
      case .lines(let lines): texts.append(text(pair, lines, pictures))
      case .unknown(let note): beside.append(figures(pair, note, evidence, timeline, &pictures))
      }
    }
    let notes = [
      note("The same in both", same),
      note("Only of the attempt that failed", evidence.onlyFailed.map(\.name.escapedForMarkup)),
      note("Only of the attempt that worked", evidence.onlyWorked.map { pictures.render($0) }),
    ]
    let markup = """
      <section class="differed"\(id.isEmpty ? "" : " id=\"\(id)\"")>
      <h5>What differed</h5>
      \((beside + texts + notes).joined())</section>

      """
    return Rendered(markup: markup, shown: evidence.pairs.map(\.failed))
  }

  private static func figures(
    _ pair: Evidence.Pair,
    _ note: String?,
    _ evidence: Evidence,
    _ timeline: Timeline,
    _ pictures: inout Pictures
  ) -> String {
    let failed = pictures.render(pair.failed)
    let worked = pictures.render(pair.worked)
    return """
      <div class="pair">
      <figure class="gone"><figcaption>failed: attempt \(evidence.failedAttempt)</figcaption>\(failed)</figure>
      <figure class="new"><figcaption>worked: \(timeline.success)</figcaption>\(worked)</figure>
      \(Pictures.isPicture(failed) && Pictures.isPicture(worked) ? overlay : "")</div>
      \(note.map { "<p class=\"note\">\(pair.worked.name.escapedForMarkup): \($0)</p>\n" } ?? "")
      """
  }

  /// A switch that lays one picture over the other, for which the page needs no script.
  private static let overlay =
    "<label class=\"overlay\"><input type=\"checkbox\"> one over the other: what is black is the same</label>\n"

  private static func text(_ pair: Evidence.Pair, _ lines: ComparedLines, _ pictures: Pictures) -> String {
    let counts = [(lines.gone, "gone"), (lines.new, "new")].filter { $0.0 > 0 }
      .map { "\($0.0.counted("line")) \($0.1)" }.joined(separator: ", ")
    return """
      <details class="text"\(lines.shown <= fewLines ? " open" : "")>
      <summary><code>\(pair.worked.name.escapedForMarkup)</code> \(counts)</summary>
      \(lines.markup)
      <p class="note">\(lines.note.map { $0 + " " } ?? "")The whole files: \
      \(pictures.link(to: pair.failed, text: "failed")), \(pictures.link(to: pair.worked, text: "worked")).</p>
      </details>

      """
  }

  private static func note(_ title: String, _ files: [String]) -> String {
    files.isEmpty
      ? "" : "<p class=\"gallery\"><span class=\"note\">\(title):</span> \(files.joined(separator: " "))</p>\n"
  }
}

extension Timeline {
  /// The attempt that worked, as a caption.
  fileprivate var success: String {
    cure == .waiting ? "attempt \(attemptCount), a little later" : "attempt \(attemptCount)"
  }
}
