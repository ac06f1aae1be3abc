/// The figures that the formats show.
public struct Report: Sendable {
  public internal(set) var input: Input
  /// The figures of each action, worst first.
  let actions: [ActionFigures]
  /// The number of runs of the tests.
  let runCount: Int
  /// The time that all retries cost, in milliseconds, counted once: see ``LostTime``.
  let lostMs: Int64
  /// The time in steps that are in no other, in milliseconds.
  let outermostMs: Int64
  /// The number of steps that failed once on purpose, to prove their reset steps; they are in no other figure.
  let rehearsed: Int
  /// The starts of the first and the last step, in milliseconds of Unix time; nil if none is known.
  let timeSpan: ClosedRange<Int64>?
  /// The figures of each wait, worst first.
  let waits: [WaitFigures]
  let burnIns: [BurnInFigures]
  /// The number of steps in burn-ins; they are in no other figure.
  let stepsInBurnIns: Int
  let flakes: [TestName: [Flake]]

  init(input: Input, figures: FigureCollector) {
    self.input = input
    actions = figures.figures.sorted { $0.isWorse(than: $1) }
    runCount = figures.runIDs.count
    lostMs = figures.lostMs
    outermostMs = figures.outermostMs
    rehearsed = figures.rehearsed
    timeSpan = figures.timeSpan
    waits = figures.waits.values.sorted { $0.isWorse(than: $1) }
    burnIns = figures.burnIns.values.sorted { $0.isWorse(than: $1) }
    stepsInBurnIns = figures.stepsInBurnIns
    flakes = figures.flakes
  }

  /// The actions that did not always pass at the first attempt, worst first.
  var troubled: [ActionFigures] { actions.filter(\.hadTrouble) }

  /// The sum of a figure over all steps, tests with flaky scopes left out.
  func steps(_ figure: (ActionFigures) -> Int) -> Int { sum(of: .step, figure) }

  /// The sum of a figure over all tests with flaky scopes.
  func tests(_ figure: (ActionFigures) -> Int) -> Int { sum(of: .test, figure) }

  private func sum(of unit: RowUnit, _ figure: (ActionFigures) -> Int) -> Int {
    actions.filter { $0.unit == unit }.reduce(0) { $0 + figure($1) }
  }

  /// The share of steps that recovered, 0 to 1.
  var flakeRate: Double {
    let runs = steps(\.runs)
    return runs == 0 ? 0 : Double(steps(\.recovered)) / Double(runs)
  }
}

extension RecordReader {
  /// The figures of all records; a file that cannot be read is a problem in the input.
  public func report() async -> Report {
    var figures = FigureCollector()
    let input = await read(into: &figures)
    return Report(input: input, figures: figures)
  }
}
