/// The section of the page with the comparison.
extension Page {
  func comparisonSection() -> HTML {
    guard let comparison = full.comparison else { return "" }
    let findings = comparison.findings.map { finding($0, comparison.commit) }
    let unknowns = comparison.unknowns.map { text -> HTML in "<p class=\"note\">\(text)</p>\n" }
    return """
      <section aria-labelledby="compared">
      <h2 id="compared">Compared with the baseline</h2>
      <p>\(comparison.headline)</p>
      \(findings)\(unknowns)</section>

      """
  }

  private func finding(_ finding: Finding, _ commit: String) -> HTML {
    let details = finding.details.map { text -> HTML in "<p class=\"note\">\(text)</p>\n" }
    let places = finding.cause?.places.sorted().map { links.place($0, commit: commit) } ?? []
    let line: HTML? = places.isEmpty ? nil : "<p class=\"note\">\(places.joined(by: ", "))</p>\n"
    let advice: HTML? = finding.advice.map { text -> HTML in "<p class=\"note\">\(text)</p>\n" }
    return """
      <article class="finding \(finding.sort.rawValue)">
      <h3>\(finding.title): \(finding.action)</h3>
      <p>\(finding.statement)</p>
      \(details)\(line)\(advice)\(pictures.gallery(finding.cause?.attachments ?? []))</article>

      """
  }
}
