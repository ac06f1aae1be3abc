/// Everything that the formats show.
public struct Report: Sendable {
  public internal(set) var input: Input
  /// Worst first.
  let actions: [ActionFigures]
  /// The runs of tests that the rows are from.
  let runCount: Int
  /// The time that the retries of each action cost, in milliseconds, each of them counted once: what steps lose inside a
  /// failed attempt is lost by the step around them.
  let lostMsByAction: [String: Int64]
  /// The time in steps that are in no other, in milliseconds.
  let outermostMs: Int64
  /// Steps that were made to fail once, to prove their reset steps; no figure has them.
  let rehearsed: Int
  /// When the first and the last step began, in milliseconds of Unix time; nil without rows.
  let timeSpan: ClosedRange<Int64>?
  let flakyTests: [FlakyTest.Key: FlakyTest]
  let rerunTests: [RerunTest]

  init(input: Input, figures: FigureCollector) {
    self.input = input
    actions = figures.figures.sorted { $0.isWorse(than: $1) }
    runCount = figures.runIDs.count
    lostMsByAction = figures.lostMs
    outermostMs = figures.outermostMs
    rehearsed = figures.rehearsed
    timeSpan = figures.timeSpan
    flakyTests = figures.flakyTests
    rerunTests = figures.rerunTests.values.sorted { $0.name < $1.name }
  }

  /// The actions that did not pass at the first attempt each time, worst first.
  var troubled: [ActionFigures] { actions.filter(\.hadTrouble) }

  /// The time that all retries cost, in milliseconds.
  var lostMs: Int64 { lostMsByAction.values.sum }

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
