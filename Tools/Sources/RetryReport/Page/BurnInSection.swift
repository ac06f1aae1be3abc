/// The part of the page with the steps that were repeated to measure their failure rate.
enum BurnInSection {
  static func render(_ report: Report, _ links: Links) -> String {
    if report.burnIns.isEmpty { return "" }
    let rows = report.burnIns.map { burnIn in
      (
        burnIn.failed > 0 ? "bad" : "good", burnIn.call.action.escapedForMarkup, burnIn,
        links.place(burnIn.call.place, commit: burnIn.commit, isShort: true)
          + (burnIn.causesText.map { " " + $0.escapedForMarkup } ?? "")
      )
    }
    return """
      <section>
      <h2>Burn-ins</h2>
      \(PageTable.render("Step", SummaryColumn.all, last: "Place", rows))</section>

      """
  }
}
