extension RecordReader {
  /// What the rows say of each action, run by run.
  ///
  /// - Parameter old: What is known already; its runs are not counted again.
  public func baseline(_ filter: RunFilter, onTopOf old: Baseline?) async -> (input: Input, baseline: Baseline) {
    var collector = RunCollector(filter, known: Set(old?.runs.map(\.id) ?? []))
    let input = await read(into: &collector)
    var baseline = old ?? Baseline()
    baseline.add(Baseline(collector.selected))
    return (input, baseline)
  }

  /// Reads everything for the page.
  public func fullReport(comparedWith baseline: Baseline?) async -> FullReport {
    var collector = PageCollector()
    let input = await read(into: &collector)
    let runs = collector.runs.selected
    let all = RunCounts(runs)
    return FullReport(
      Report(input: input, figures: collector.figures),
      counts: all,
      comparison: baseline.map { Comparison(all, with: $0) },
      history: History(runs, by: .run)
    )
  }

  /// The rates of first attempts that fail, from period to period.
  public func history(_ filter: RunFilter, by period: History.Period) async -> (input: Input, history: History) {
    var collector = RunCollector(filter)
    let input = await read(into: &collector)
    return (input, History(collector.selected, by: period))
  }

  /// What a run says that the baseline did not.
  ///
  /// Rows of several runs are taken for one.
  public func comparison(with baseline: Baseline, level: Double) async -> (input: Input, comparison: Comparison) {
    var collector = RunCollector()
    let input = await read(into: &collector)
    return (input, Comparison(RunCounts(collector.selected), with: baseline, level: level))
  }
}

/// The figures and the counts of each run.
private struct PageCollector: RowCollector {
  static let needsAttempts = true

  var figures = FigureCollector()
  var runs = RunCollector()

  mutating func add(_ row: Row, of step: inout OpenStep) {
    figures.add(row, of: &step)
    runs.add(row, of: &step)
  }

  mutating func endOfInput(_ open: [OpenStep]) {
    figures.endOfInput(open)
    runs.endOfInput(open)
  }
}
