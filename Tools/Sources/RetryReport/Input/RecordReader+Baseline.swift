extension RecordReader {
  /// What the rows say of each action, run by run.
  ///
  /// - Parameter old: What is known already; its runs are not counted again.
  public func baseline(_ filter: BaselineFilter, onTopOf old: Baseline?) async -> (input: Input, baseline: Baseline) {
    var collector = BaselineCollector(filter, known: Set(old?.runs.map(\.id) ?? []))
    var kinds = CauseKinds()
    let input = await read({ collector.add($0, &kinds) }, endOfFile: { collector.endOfFile() })
    var baseline = old ?? Baseline()
    baseline.add(collector.baseline)
    return (input, baseline)
  }

  /// Reads everything for the page.
  public func allFacts(comparedWith baseline: Baseline?) async -> AllFacts {
    var figures = FigureCollector()
    var facts = RunFacts(id: "")
    var runs = BaselineCollector()
    var kinds = CauseKinds()
    let input = await read(
      { row in
        figures.add(row)
        facts.add(row, &kinds)
        runs.add(row, &kinds)
      },
      endOfFile: {
        figures.endOfFile()
        facts.endOfFile()
        runs.endOfFile()
      }
    )
    return AllFacts(
      Report(input: input, figures: figures),
      run: facts,
      comparison: baseline.map { Comparison(facts, with: $0) },
      history: History(runs.selected, by: .run)
    )
  }

  /// How often the first attempts of each action fail, from period to period.
  public func history(_ filter: BaselineFilter, by period: History.Period) async -> (input: Input, history: History) {
    var collector = BaselineCollector(filter)
    var kinds = CauseKinds()
    let input = await read({ collector.add($0, &kinds) }, endOfFile: { collector.endOfFile() })
    return (input, History(collector.selected, by: period))
  }

  /// What a run says that the baseline did not.
  ///
  /// Rows of several runs are taken for one.
  public func comparison(with baseline: Baseline, level: Double) async -> (input: Input, comparison: Comparison) {
    var facts = RunFacts(id: "")
    var kinds = CauseKinds()
    let input = await read({ facts.add($0, &kinds) }, endOfFile: { facts.endOfFile() })
    return (input, Comparison(facts, with: baseline, level: level))
  }
}
