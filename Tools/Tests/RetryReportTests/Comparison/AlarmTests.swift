import Testing

@testable import RetryReport
@testable import RunComparison

@Suite struct AlarmTests {
  /// The default branch, run by run.
  private struct Branch {
    var baseline = Baseline.tenRuns
    private var number: Int64 = 0

    mutating func run(_ failing: [String: Int], steps: Int = 100, of action: String = "Sign In") throws -> Comparison {
      number += 1
      let passes = steps - failing.values.reduce(0, +)
      let rows = Row.steps(action, passes: passes, failing: failing, run: "new \(number)", day: 20_100 + number)
      let comparison = try Comparison(RunCounts.of(rows), with: baseline, isOfDefaultBranch: true)
      baseline.add(RunCounts.of(rows))
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
    let topic = try Comparison(RunCounts.of(rows), with: branch.baseline)
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

  @Test(arguments: [(20, 3), (50, 4), (100, 6)])
  func `a new cause that occurs once a run is found, because it does not count as usual`(steps: Int, run: Int) throws {
    var branch = Branch()
    let found = try (1...10).first { _ in try !branch.run(["crashed": 1], steps: steps).raised.isEmpty }
    #expect(found == run)
  }

  /// The runs before the first with the cause, the failures in the runs after it, and whether it is usual then.
  @Test(arguments: [
    (10, Array(repeating: 0, count: 9), false), (10, Array(repeating: 0, count: 10), true),
    (10, [1] + Array(repeating: 0, count: 9), true), (10, [3, 2, 1] + Array(repeating: 0, count: 7), false),
    // An outage of one run.
    (10, [9] + Array(repeating: 0, count: 9), true),
    (2, [0], false), (2, [0, 0], true), (1, [1], true), (0, [], true),
  ])
  func `a cause is on probation until it came no more often than chance`(before: Int, later: [Int], isUsual: Bool)
    throws
  {
    let runs = (Array(repeating: 0, count: before) + [1] + later).enumerated().map { number, steps in
      RunCounts.of("\(number)", kind: "crashed", ["a": (steps, 100)])
    }
    let history = KindHistory("Sign In", in: runs)
    #expect((history.probation(of: CauseKind(text: "crashed")) == nil) == isUsual)
    #expect(history.onProbation.map(\.since) == (isUsual ? [] : ["\(before)"]))
    // In a test that is not older than the cause, it says nothing.
    let young = runs.map { RunCounts.of($0.id, kind: "crashed", [$0.id == "\(before)" ? "a" : "b": (1, 100)]) }
    #expect(KindHistory("Sign In", in: young.suffix(later.count + 1)).onProbation.isEmpty)
  }

  @Test func `a cause on probation is compared with the time that it took to come`() throws {
    let runs = [0, 0, 0, 2, 1].enumerated().map { RunCounts.of("\($0)", kind: "crashed", ["a": ($1, 100)]) }
    let now = [RunCounts.of("now", kind: "crashed", ["a": (3, 100), "b": (4, 100)])]
    let probation = try #require(KindHistory("Sign In", in: runs).probation(of: CauseKind(text: "crashed"), now: now))
    // Two came in four runs, and then three in two: of the newest run two count. In it alone, three after three in five.
    let chance = Binomial.probability(ofAtLeast: 3, in: 4, rate: 1.0 / 3)
    #expect(abs(probation.probability(isOfDefaultBranch: true) - chance) < 1e-9)
    let ofBranch = Binomial.probability(ofAtLeast: 3, in: 5, rate: 1.0 / 6)
    #expect(abs(probation.probability(isOfDefaultBranch: false) - ofBranch) < 1e-9)
    #expect(probation.runs == ["3", "4"])
  }

  @Test func `a possible cause stays new until it is accepted`() throws {
    var branch = Branch()
    _ = try branch.run(["odd": 1])
    let name = try #require(branch.baseline.suspects.first?.name)
    #expect(branch.baseline.possibleFindings == ["\(name)  Possibly a new cause: Sign In: error: odd"])
    let again = try branch.run(["odd": 1])
    #expect(again.newCauses.map(\.steps) == [1])
    #expect(again.says("\n    First seen in run new 1; after it in 1 of 100 steps.\n"))
    #expect(again.says("does not count as usual yet. If it is intended: retry-report accept \(name) --reason <why>\n"))
    let isAccepted = branch.baseline.accept(name, by: "Ann", reason: "as intended", on: "2025-02-01")
    #expect(isAccepted)
    #expect(branch.baseline.suspects.isEmpty && branch.baseline.openAlarms.isEmpty)
    let after = try branch.run(["odd": 40])
    #expect(after.newCauses.isEmpty)
  }

  @Test func `a bug that spreads over actions is one alarm, and the other actions are still learned`() throws {
    var baseline = Baseline()
    func run(_ number: Int, _ failing: Set<Int>) throws -> Comparison? {
      let rows = (0..<8).flatMap { action in
        Row.steps(
          "Action \(action)",
          passes: 10,
          failing: failing.contains(action) ? ["HTTP 410": 1] : [:],
          run: "run \(number)",
          day: 20_000 + Int64(number)
        )
      }
      let comparison = try? Comparison(RunCounts.of(rows), with: baseline, isOfDefaultBranch: true)
      baseline.add(RunCounts.of(rows))
      if let comparison { baseline.learn(comparison) }
      return comparison
    }
    for number in 0..<10 { _ = try run(number, []) }
    #expect(try run(10, [0]).map { $0.raised.count } == 0)
    #expect(try run(11, [1]).map { $0.raised.count } == 0)
    #expect(try run(12, [2, 3]).map { $0.raised.count } == 0)
    let raised = try #require(try run(13, [0, 4])).raised
    #expect(raised.map(\.action) == [""] && raised.map(\.runs) == [["run 10", "run 11", "run 12", "run 13"]])
    for number in 14..<22 { #expect(try run(number, [0, 1, 2, 3])?.raised.count == 0) }
    let alarm = try #require(baseline.openAlarms.first)
    #expect(alarm.runs.count == 12 && baseline.openAlarms.count == 1)
    // The runs count as usual for the actions that did not have it.
    #expect(baseline.actions(of: alarm) == ["Action 0", "Action 1", "Action 2", "Action 3", "Action 4"])
    #expect(try run(22, [])?.baselineRuns == 22)
    for number in 23..<40 { _ = try run(number, []) }
    #expect(baseline.openAlarms.isEmpty)
    let again = try #require(try run(40, [0, 1, 2]))
    #expect(again.newCauses.map(\.action) == [""] && again.raised.map(\.kind) == ["error: HTTP 410"])
  }

  @Test func `a run with an alarm does not hide a smaller increase after it`() throws {
    var branch = Branch()
    _ = try branch.run(["lost": 90])
    while !branch.baseline.openAlarms.isEmpty { _ = try branch.run(Self.calm) }
    let raised = try branch.run(["lost": 20]).risen.map(\.then)
    #expect(raised == [Rate(count: 55, total: 1_100)])
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
    let next = try branch.run(["lost": 40])
    #expect(next.risen.first?.then == Rate(count: 50, total: 1_000))
  }

  @Test func `a bug in all actions is one alarm, and a slow machine is none`() {
    let names = (0..<6).map { "Action \($0)" }
    /// - Parameter first: The failures of the first action.
    func run(_ name: String, _ failures: Int, first: Int? = nil) -> RunCounts {
      let counts = names.map { $0 == names[0] ? first ?? failures : failures }
      let tests = counts.map { ["a": TestCounts(Rate(count: $0, total: 100))] }
      return RunCounts(run: name, actions: Dictionary(uniqueKeysWithValues: zip(names, tests)))
    }
    let older = (0..<10).map { run("\($0)", $0 % 2 == 0 ? 4 : 6) }
    #expect(Comparison.of(older, [run("now", 12)]).risen.isEmpty)
    #expect(Comparison.of(older, [run("now", 25)]).risen.map(\.action) == [""])
    // An increase of one action is not a bug in all of them.
    #expect(Comparison.of(older, [run("now", 5, first: 95)]).risen.map(\.action) == [names[0]])
    // An action that was fixed does not make the others look worse.
    #expect(Comparison.of(older, [run("now", 5, first: 0)]).risen.isEmpty)
  }
}
