import Testing

@testable import RetryReport

@Suite struct GateTests {
  /// 3 of 8 steps recovered (37.5 %), 1 is exhausted.
  private let report: Report = {
    var rows: [Row] = []
    let outcomes = ["recovered", "recovered", "recovered", "exhausted", "passed", "passed", "passed", "passed"]
    for (index, outcome) in outcomes.enumerated() { rows.append(.sample(outcome: outcome, stepID: "s\(index)")) }
    return Report(rows)
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

  @Test func `each action has its limit, but for those that are excepted`() throws {
    var rows: [Row] = []
    for index in 0..<100 { rows.append(.sample(action: "Launch", stepID: "a\(index)")) }
    for index in 0..<2 { rows.append(.sample(outcome: "recovered", action: "Pay", stepID: "b\(index)")) }
    let report = Report(rows)
    let failure = "Pay: 100.0 % of 2 recovered; at most 30.0 % are allowed."
    #expect(Gates(flakeRate: 30).failures(report) == [])
    #expect(Gates(actionFlakeRate: 30).failures(report) == [failure])
    let text = """
      # until     | action | why

      2027-03-31 | Pay | the bank | is slow
      2026-01-01|Launch|over
      """
    let exceptions = try GateException.all(in: text, today: "2027-03-31")
    #expect(exceptions == [GateException(action: "Pay", reason: "the bank | is slow", expires: "2027-03-31")])
    #expect(Gates(actionFlakeRate: 30, exceptions: exceptions).failures(report) == [])
    let later = try GateException.all(in: text, today: "2027-04-01")
    #expect(Gates(actionFlakeRate: 30, exceptions: later).failures(report) == [failure])
  }

  @Test(arguments: ["Pay", "2027-03-31 | Pay", "tomorrow | Pay | slow", "2027-03-31 | | slow", "2027-03-31 | Pay |"])
  func `an exception that lacks a day, an action or a reason is an error`(line: String) throws {
    let error = try #require(throws: GateException.NotReadable.self) {
      try GateException.all(in: "# first\n" + line, today: "2027-01-01")
    }
    #expect(error.description.hasPrefix("line 2 is \"\(line)\", and must be a day, an action and a reason: "))
  }

  @Test func `whole tests that ran again shut a gate too`() {
    var rows: [Row] = []
    for (index, outcome) in ["recovered", "exhausted", "passed", "passed"].enumerated() {
      rows.append(.sample(outcome: outcome, stepID: "s\(index)", unit: "test"))
    }
    rows.append(.sample(outcome: "recovered", stepID: "s9"))
    let report = Report(rows)
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
