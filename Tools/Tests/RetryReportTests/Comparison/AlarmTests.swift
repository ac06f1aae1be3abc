import Testing

@testable import RetryReport

@Suite struct AlarmTests {
  /// The default branch, run by run.
  private struct Branch {
    var baseline = Baseline.tenRuns
    private var number: Int64 = 0

    mutating func run(_ failing: [String: Int], steps: Int = 100, of action: String = "Sign In") throws -> Comparison {
      number += 1
      let passes = steps - failing.values.reduce(0, +)
      let rows = Row.steps(action, passes: passes, failing: failing, run: "new \(number)", day: 20_100 + number)
      let comparison = try Comparison(TestRuns.of(rows), with: baseline, isOfDefaultBranch: true)
      baseline.add(TestRuns.of(rows))
      baseline.learn(comparison)
      return comparison
    }

    /// Whether each of some runs fails.
    mutating func reds(_ runs: [[String: Int]]) throws -> [Bool] {
      try runs.map { try !run($0).failures(onNewCause: true, onRegression: true).isEmpty }
    }
  }

  private static let calm = ["lost": 5]

  /// The failures of a run with a bug, and the number of runs without it until the alarm ends.
  @Test(arguments: [(["lost": 25], 1), (["lost": 2, "crashed": 3], 5), (["crashed": 3], 10)])
  func `each run with a bug fails, and so do the runs after it until the alarm ends`(
    bug: [String: Int],
    runsUntilFixed: Int
  ) throws {
    var branch = Branch()
    let runs = Array(repeating: bug, count: runsUntilFixed == 10 ? 1 : 70)
    let reds = try branch.reds([Self.calm] + runs)
    #expect(reds == [false] + runs.map { _ in true })
    #expect(branch.baseline.openAlarms.map(\.since.day) == ["2025-01-14"])
    #expect(branch.baseline.runs.count == min(11 + runs.count, 32))
    let open = try #require(branch.baseline.openAlarms.first)
    #expect(open.age == "since a run of 2025-01-14")
    // A pull request did not cause it.
    let rows = Row.steps("Sign In", passes: 75, failing: bug, run: "topic", day: 20_300)
    let topic = try Comparison(TestRuns.of(rows), with: branch.baseline)
    #expect(topic.failures(onNewCause: true, onRegression: true).isEmpty && topic.stillOpen == [open])
    let after = try branch.reds(Array(repeating: Self.calm, count: runsUntilFixed + 3))
    #expect(after == Array(repeating: true, count: runsUntilFixed - 1) + Array(repeating: false, count: 4))
    // The failures of an alarm do not become usual.
    let again = try branch.reds([bug])
    #expect(again == [true])
  }

  @Test(arguments: [["lost": 25], ["lost": 2, "crashed": 3]])
  func `runs without the step do not end its alarm, and are noted once`(bug: [String: Int]) throws {
    var branch = Branch()
    _ = try branch.run(bug)
    for _ in 0..<15 { _ = try branch.run([:], of: "Search") }
    let open = branch.baseline.openAlarms
    #expect(open.map(\.runs.count) == [16])
    branch.baseline.learnNothing(of: Set(branch.baseline.runs))
    #expect(branch.baseline.openAlarms.map { Set($0.runs).count == $0.runs.count } == [true])
  }

  /// With 20 steps a run, the older runs together have enough steps to compare with.
  @Test(arguments: [20, 50])
  func `a new cause that occurs once a run is found by ten runs together`(steps: Int) throws {
    var branch = Branch()
    let found = try (0..<10).map { _ in try !branch.run(["crashed": 1], steps: steps).raised.isEmpty }
    #expect(found == Array(repeating: false, count: 9) + [true])
  }

  @Test func `a run with an alarm does not hide a smaller increase after it`() throws {
    var branch = Branch()
    let calm = try branch.run(Self.calm)
    let before = try #require(calm.sensitivities(most: 1).first?.detectableRate)
    _ = try branch.run(["lost": 90])
    while !branch.baseline.openAlarms.isEmpty { _ = try branch.run(Self.calm) }
    let next = try branch.run(Self.calm)
    let after = try #require(next.sensitivities(most: 1).first?.detectableRate)
    #expect(after <= before)
  }

  @Test func `an accepted alarm counts as usual from then on`() throws {
    for bug in [["lost": 25], ["lost": 2, "crashed": 3]] {
      var branch = Branch()
      _ = try branch.run(bug)
      let name = try #require(branch.baseline.openAlarms.first?.name)
      let accepted = ["other", name].map {
        branch.baseline.accept($0, by: "Ann", reason: "as intended", on: "2025-02-01")
      }
      #expect(accepted == [false, true])
      let reds = try branch.reds([bug, bug, ["lost": 25, "crashed": 60]])
      #expect(reds == [false, false, true])
    }
  }

  @Test func `an action that fails a gate does not count as usual in that run, and is not an alarm`() throws {
    var branch = Branch()
    _ = try branch.run(["lost": 8])
    branch.baseline.leaveOut(["Sign In"], of: ["new 1"])
    #expect(branch.baseline.openAlarms.isEmpty)
    let next = try branch.run(Self.calm)
    #expect(next.sensitivities(most: 1).first?.then == Rate(count: 50, total: 1_000))
  }

  @Test func `a bug in all actions is one alarm, and a slow machine is none`() {
    let names = (0..<6).map { "Action \($0)" }
    func run(_ name: String, _ failures: Int) -> RunTally {
      RunTally(
        run: name,
        actions: Dictionary(
          uniqueKeysWithValues: names.map { ($0, ["a": TestCounts(Tally(steps: 100, failures: failures))]) }
        )
      )
    }
    let older = (0..<10).map { run("\($0)", $0 % 2 == 0 ? 4 : 6) }
    #expect(Comparison.of(older, [run("now", 12)]).risen.isEmpty)
    #expect(Comparison.of(older, [run("now", 25)]).risen.map(\.action) == [""])
    // An increase of one action is not a bug in all of them.
    let own = run("now", 5).actions.merging([names[0]: ["a": TestCounts(Tally(steps: 100, failures: 95))]]) { $1 }
    #expect(Comparison.of(older, [RunTally(run: "now", actions: own)]).risen.map(\.action) == [names[0]])
    // An action that was fixed does not make the others look worse.
    let fixed = run("now", 5).actions.merging([names[0]: ["a": TestCounts(Tally(steps: 100))]]) { $1 }
    #expect(Comparison.of(older, [RunTally(run: "now", actions: fixed)]).risen.isEmpty)
  }
}
