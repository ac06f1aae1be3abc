import Testing

@testable import RetryReport

@Suite struct GateTests {
  /// 3 of 8 steps recovered (37.5 %), 1 is exhausted.
  private let report: Report = {
    var figures = FigureCollector()
    let outcomes = ["recovered", "recovered", "recovered", "exhausted", "passed", "passed", "passed", "passed"]
    for (index, outcome) in outcomes.enumerated() { figures.add(.sample(outcome: outcome, stepID: "s\(index)")) }
    return Report(input: Input(), figures: figures)
  }()

  @Test(
    arguments: [
      (Gates(), []),
      (Gates(flakeRate: 37.5), []),
      (Gates(flakeRate: 37.4), ["37.5 % of the steps recovered; at most 37.4 % are allowed."]),
      (Gates(recovered: 4), []),
      (Gates(recovered: 3), ["3 steps recovered; fewer than 3 are allowed."]),
      (Gates(exhausted: true), ["1 step did not succeed; none is allowed."]),
    ] as [(Gates, [String])]
  )
  func `a gate is shut when its limit is passed`(gates: Gates, failures: [String]) {
    #expect(gates.failures(report) == failures)
  }

  @Test func `whole tests that ran again shut a gate too`() {
    var figures = FigureCollector()
    for (index, outcome) in ["recovered", "exhausted", "passed", "passed"].enumerated() {
      figures.add(.sample(outcome: outcome, stepID: "s\(index)", unit: "test"))
    }
    figures.add(.sample(outcome: "recovered", stepID: "s9"))
    let report = Report(input: Input(), figures: figures)
    #expect(
      Gates(flakeRate: 39.9, recovered: 2, exhausted: true).failures(report) == [
        "40.0 % of the steps and whole tests recovered; at most 39.9 % are allowed.",
        "1 step and 1 whole test recovered; fewer than 2 are allowed.",
        "1 whole test did not succeed; none is allowed.",
      ]
    )
    #expect(Gates(flakeRate: 40, recovered: 3).failures(report) == [])
  }
}
