/// The part of the page with the comparison.
enum ComparisonSection {
  /// - Parameter missable: The text of ``missable(_:)``, which takes a while.
  static func render(
    _ comparison: Comparison,
    _ links: Links,
    _ pictures: inout Pictures,
    missable: String
  ) -> String {
    let findings = comparison.findings.map { finding($0, comparison.commit, links, &pictures) }
    let unknowns = comparison.unknowns.map { "<p class=\"note\">\($0.escapedForMarkup)</p>\n" }
    return """
      <section>
      <h2>Compared with the baseline</h2>
      <p>\(comparison.headline.escapedForMarkup)</p>
      \(findings.joined())\(unknowns.joined())\(missable)</section>

      """
  }

  private static func finding(
    _ finding: ComparisonFinding,
    _ commit: String,
    _ links: Links,
    _ pictures: inout Pictures
  ) -> String {
    let places = finding.cause?.places.sorted().map { links.place($0, commit: commit) }.joined(separator: ", ") ?? ""
    return """
      <article class="finding \(finding.style)">
      <h3>\(finding.title): \(finding.action.escapedForMarkup)</h3>
      <p>\(finding.statement.escapedForMarkup)</p>
      \(finding.details.map { "<p class=\"note\">\($0.escapedForMarkup)</p>\n" }.joined())\
      \(places.isEmpty ? "" : "<p class=\"note\">\(places)</p>\n")\
      \(pictures.gallery(finding.cause?.attachments ?? []))</article>

      """
  }

  static func missable(_ comparison: Comparison) -> String {
    let items = comparison.missable(most: .max).map { "<li>\($0.escapedForMarkup)</li>" }
    if items.isEmpty { return "" }
    return
      "<details><summary>What could have been missed</summary>\n<p>\(Comparison.missableTitle.escapedForMarkup)</p><ul>\(items.joined())</ul></details>\n"
  }
}

extension ComparisonFinding {
  fileprivate var style: String {
    switch sort {
    case .bad: "bad"
    case .good: "good"
    case .doubtful: "doubtful"
    }
  }
}
