import Testing

@testable import RetryReport

@Suite struct GateTests {
  /// 3 of 8 steps recovered (37.5 %), 1 failed.
  private let report: Report = {
    let outcomes = ["recovered", "recovered", "recovered", "exhausted", "passed", "passed", "passed", "passed"]
    return Report(outcomes.enumerated().map { .sample(outcome: $1, stepID: "s\($0)") })
  }()

  @Test(
    arguments: [(Gates(), []), (Gates(exhausted: true), ["1 step did not succeed: Launch."])] as [(Gates, [String])]
  )
  func `a gate fails when its limit is exceeded`(gates: Gates, failures: [String]) {
    #expect(gates.failures(report) == failures)
    #expect(gates.failingActions(report) == (failures.isEmpty ? [] : ["Launch"]))
    let test = Report([.sample(outcome: "exhausted", unit: "test")])
    #expect(gates.failures(test).isEmpty == failures.isEmpty && gates.failingActions(test).isEmpty)
  }

  @Test func `each action has its limit, except with a valid reason`() {
    let rows =
      (0..<100).map { Row.sample(stepID: "a\($0)") }
      + (0..<3).map { .sample(outcome: "recovered", action: "Pay", stepID: "b\($0)") }
    let report = Report(rows)
    let failure = "Pay: 3 of 3 recovered, which is more than 30.0 % with 95 % confidence."
    #expect(Gates(actionFlakeRate: 30).failures(report) == [failure])
    // Until the last valid day, and only if the steps of each file have a reason.
    let reason = Row.sample(
      outcome: "recovered",
      action: "Pay",
      runID: "newer",
      stepID: "c",
      startMs: 1,
      expires: "2027-03-31",
      because: "slow"
    )
    let explained = rows + [reason]
    #expect(Gates(actionFlakeRate: 30, today: "2027-03-31").failures(Report(explained)) == [])
    #expect(Gates(actionFlakeRate: 30, today: "2027-04-01").failures(Report(explained)).count == 1)
    let elsewhere = explained + [.sample(outcome: "recovered", action: "Pay", stepID: "d", file: "B.swift")]
    #expect(Gates(actionFlakeRate: 30, today: "2027-03-31").failures(Report(elsewhere)).count == 1)
  }

  @Test(
    arguments: [
      (1, 1, false), (2, 2, false), (3, 2, false), (3, 3, true), (10, 5, false), (10, 6, true), (40, 17, false),
      (40, 18, true),
    ]
  )
  func `an action fails its gate if its rate is clearly too high`(steps: Int, recovered: Int, hasFailed: Bool) {
    let rows = (0..<steps).map { Row.sample(outcome: $0 < recovered ? "recovered" : "passed", stepID: "s\($0)") }
    #expect(Gates(actionFlakeRate: 30).failures(Report(rows)).isEmpty == !hasFailed)
  }

  @Test func `a gate that the records cannot decide does not pass`() {
    let nothing = ["The gates have no step to check: none passed or failed."]
    let forced = Row.sample(outcome: "recovered", cause: "rehearsal")
    let ended = ["skip", "cancellation", "error"].map { [Row.sample(outcome: "aborted", stoppedBy: $0)] }
    for rows in ended + [[.sample(kind: "wait")], [.sample(kind: "end", stepID: "p-s0")], [forced]] {
      for gates in [Gates(actionFlakeRate: 5), Gates(exhausted: true)] {
        #expect(gates.problems(Report(rows)) == nothing)
        #expect(gates.results(Report(rows)).map(\.isChecked) == [false])
      }
    }
    var allowing = Gates(exhausted: true)
    allowing.noStep = nil
    #expect(allowing.problems(Report([.sample(kind: "wait")])) == [])
    var partly = report
    partly.input.unread = ["shard 2"]
    let problem = "shard 2 could not be read, so the gates do not cover all records."
    #expect(Gates(exhausted: true).problems(partly) == [problem])
    #expect(Gates().problems(partly) == [])
  }
}
