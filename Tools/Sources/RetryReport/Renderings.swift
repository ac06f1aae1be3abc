package import Foundation

/// Everything that can be made of some rows, for a test that only wants to know that it can be.
package enum Renderings {
  /// - Parameter records: The bytes of a file of records.
  package static func all(of records: Data, baseline: Baseline?) throws -> [String] {
    var figures = FigureCollector()
    var facts = RunFacts(id: "")
    var runs = BaselineCollector()
    var kinds = CauseKinds()
    var input = Input()
    let lines = DecodedLines(records)
    input.skipped = lines.skipped
    input.rows = lines.rows.count
    for row in lines.rows {
      figures.add(row)
      facts.add(row, &kinds)
      runs.add(row, &kinds)
    }
    figures.endOfFile()
    facts.endOfFile()
    runs.endOfFile()
    let report = Report(input: input, figures: figures)
    let comparison = Comparison(facts, with: baseline ?? Baseline())
    let known = try runs.baseline.json()
    _ = try Baseline(json: Data(known.utf8))
    return [Advice(report).text, Audit(report, today: "2027-01-01").text, known]
      + Gates(flakeRate: 0, actionFlakeRate: 0, recovered: 1, exhausted: true).failures(report)
      + [TextFormat.render(report, isComplete: true), MarkdownFormat.render(report), GitHubFormat.render(report)]
      + [
        HTMLFormat.render(
          AllFacts(report, run: facts, comparison: comparison, history: History(runs.selected, by: .run)),
          links: Links(source: "https://example.com/{commit}/{file}#L{line}", run: "https://example.com/{run}")
        )
      ]
      + [try JSONFormat.render(report), try RetryableFormat.render(report)]
      + [ComparisonFormat.text(comparison), ComparisonFormat.markdown(comparison), ComparisonFormat.github(comparison)]
      + [try ComparisonFormat.json(comparison)]
  }
}

extension Report {
  /// A report in which one test has recovered.
  package static func recovered(suite: String, test: String) -> Report {
    let row = """
      {"v":1,"kind":"step","unit":"step","step_id":"s","parent_step_id":"","run_id":"r","test_name":"\(test)","suite":"\(suite)",\
      "action":"a","file":"f","line":1,"attempt":2,"max_attempts":4,"resets":0,"outcome":"recovered","cure":"retrying",\
      "cause":"condition","error_type":"","error_message":"m","inner_action":"","attachments":"","stopped_by":"","reason":"","fixable":0,"bug":"","expires":"","start_ms":0,"duration_ms":1,"wait_ms":0,\
      "tax_ms":1,"shard":"","os_version":"","commit":"","branch":""}
      """
    var figures = FigureCollector()
    for row in DecodedLines(Data(row.utf8)).rows { figures.add(row) }
    return Report(input: Input(), figures: figures)
  }
}
