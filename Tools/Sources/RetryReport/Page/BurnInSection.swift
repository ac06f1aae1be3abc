/// The part of the page with the steps that were repeated to measure their failure rate.
extension Page {
  func burnInSection() -> HTML {
    if report.burnIns.isEmpty { return "" }
    let rows = report.burnIns.map { burnIn in
      let place = links.place(burnIn.call.place, commit: burnIn.commit, isShort: true)
      return PageTable.Row(
        style: burnIn.failed > 0 ? "bad" : "good",
        name: "\(burnIn.call.action)",
        figures: burnIn,
        last: burnIn.causesText.map { "\(place) \($0)" } ?? place
      )
    }
    return """
      <section>
      <h2>Burn-ins</h2>
      \(PageTable(title: "Step", columns: SummaryColumn.all, last: "Place", rows: rows).html)</section>

      """
  }
}
