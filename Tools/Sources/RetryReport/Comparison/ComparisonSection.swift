/// The part of the page with the comparison.
enum ComparisonSection {
  static func render(_ comparison: Comparison, _ links: Links, _ pictures: inout Pictures) -> String {
    let causes = comparison.newCauses.map { newCause($0, comparison.commit, links, &pictures) }
    let rates =
      comparison.risen.map { change($0, "Risen", "bad") } + comparison.fallen.map { change($0, "Better", "good") }
    let new = comparison.newActions.map(\.escapedForMarkup).joined(separator: ", ")
    return """
      <section>
      <h2>Compared with the baseline</h2>
      <p>\(comparison.headline.escapedForMarkup)</p>
      \((causes + rates).joined())\(new.isEmpty ? "" : "<p class=\"note\">New actions: \(new)</p>\n")\(sensitivities(comparison))</section>

      """
  }

  private static func newCause(
    _ finding: Comparison.NewCause,
    _ commit: String,
    _ links: Links,
    _ pictures: inout Pictures
  ) -> String {
    let cause = finding.cause
    let files = cause.attachments.map { pictures.render($0) }.joined(separator: " ")
    return """
      <article class="finding bad">
      <h3>New cause in \(finding.action.escapedForMarkup)</h3>
      <p>\(cause.example.escapedForMarkup)</p>
      <p class="note">\(cause.steps.counted("step")), \(cause.attempts.counted("attempt")) at \
      \(cause.places.sorted().map { links.place($0, commit: commit) }.joined(separator: ", ")) \
      in \(cause.tests.sorted().joined(separator: ", ").escapedForMarkup)</p>
      \(files.isEmpty ? "" : "<p class=\"gallery\">\(files)</p>\n")</article>

      """
  }

  private static func change(_ change: Comparison.Change, _ title: String, _ style: String) -> String {
    """
    <article class="finding \(style)">
    <h3>\(title): \(change.action.escapedForMarkup)</h3>
    <p>The first attempt failed in \(change.now.text.escapedForMarkup); before, in \(change.then.text.escapedForMarkup).</p>
    </article>

    """
  }

  private static func sensitivities(_ comparison: Comparison) -> String {
    let items = comparison.sensitivities.map { sensitivity in
      let rate =
        sensitivity.detectableRate.map { "a rise from \(sensitivity.then.share.asPercent) to \($0.asPercent)" }
        ?? "nothing: too little data"
      return "<li>\(sensitivity.action.escapedForMarkup): \(rate.escapedForMarkup)</li>"
    }
    if items.isEmpty { return "" }
    return
      "<details><summary>What a run of this size shows, with 90 % probability</summary>\n<ul>\(items.joined())</ul></details>\n"
  }
}
