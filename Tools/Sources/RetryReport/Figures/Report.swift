/// The figures that the formats show.
public struct Report: Sendable {
  public internal(set) var input: Input
  /// The results of the tests; `nil` without result files.
  public var results: TestResults?
  /// The figures of each action, worst first.
  var actions: [ActionFigures]
  var history = RunHistory()
  let figures: FigureCollector

  init(input: Input, figures: FigureCollector) {
    self.input = input
    self.figures = figures
    actions = figures.figures.sorted { $0.isWorse(than: $1) }
    history.add(Array(figures.runs.values))
  }

  /// The actions that did not always pass at the first attempt, worst first.
  var troubled: [ActionFigures] { actions.filter(\.hadTrouble) }

  /// The sum of a figure over all steps, tests with flaky scopes left out.
  func steps(_ figure: (ActionFigures) -> Int) -> Int {
    actions.filter { $0.unit == .step }.reduce(0) { $0 + figure($1) }
  }

  /// The share of the steps that passed or failed that recovered, 0 to 1.
  var flakeRate: Double { Rate(count: steps(\.recovered), total: steps(\.decided)).share }
}

extension RecordReader {
  /// The figures of all records; a file that cannot be read becomes a problem of the input.
  public func report() async -> Report {
    var figures = FigureCollector()
    let input = await read { figures.add($0, of: $1) }
    return Report(input: input, figures: figures)
  }
}
