import Testing

@testable import RetryReport
@testable import RunComparison

@Suite struct AlarmTests {
  /// The default branch, run by run.
  private struct Branch {
    var baseline = Baseline.tenRuns
    private var number: Int64 = 0

    mutating func run(_ failing: [String: Int], steps: Int = 100, of action: String = "Sign In") throws -> Comparison {
      try run(together: [failing], steps: steps, of: action)
    }

    /// Compares several new runs in one call.
    mutating func run(together runs: [[String: Int]], steps: Int = 100, of action: String = "Sign In") throws
      -> Comparison
    {
      let rows = runs.flatMap { failing in
        number += 1
        let passes = steps - failing.values.reduce(0, +)
        return Row.steps(action, passes: passes, failing: failing, run: "new \(number)", day: 20_100 + number)
      }
      let comparison = try Comparison(RunCounts.of(rows), with: baseline, branch: .main)
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

  /// The failures of a run with a bug, the runs until it is found, and the runs without it until the alarm ends.
  @Test(arguments: [(["lost": 25], 2, 2), (["lost": 2, "crashed": 3], 1, 5)])
  func `a bug keeps the branch red until the alarm closes by itself`(
    bug: [String: Int],
    runsUntilFound: Int,
    runsUntilFixed: Int
  ) throws {
    var branch = Branch()
    let reds = try branch.reds([Self.calm] + Array(repeating: bug, count: 70))
    #expect(reds == (0...70).map { $0 >= runsUntilFound })
    let open = try #require(branch.baseline.openAlarms.first)
    #expect(
      branch.baseline.openAlarms.count == 1 && open.since.day == (runsUntilFound == 1 ? "2025-01-14" : "2025-01-15")
    )
    #expect(branch.baseline.runs.count <= 32)
    #expect(open.age == "since a run of \(open.since.day)")
    // A pull request did not cause it.
    let rows = Row.steps("Sign In", passes: 75, failing: bug, run: "topic", day: 20_300)
    let topic = try Comparison(RunCounts.of(rows), with: branch.baseline)
    #expect(topic.failures(onNewCause: true, onRegression: true).isEmpty && topic.stillOpen == [open])
    let after = try branch.reds(Array(repeating: Self.calm, count: runsUntilFixed + 3))
    #expect(after == Array(repeating: true, count: runsUntilFixed - 1) + Array(repeating: false, count: 4))
    // The failures of an alarm do not become usual.
    let again = try branch.reds(Array(repeating: bug, count: runsUntilFound))
    #expect(again.last == true)
  }

  /// The runs that raise an alarm in calls of their own, and those after it.
  @Test(
    arguments: [
      ([["lost": 14], ["lost": 14], [:], [:]], 1), ([["lost": 2, "crashed": 3], [:]], 0),
      ([[:], ["crashed": 6], [:]], 1),
      ([["lost": 2, "crashed": 3], ["crashed": 1]], 0),
      ([["crashed": 2], ["crashed": 2], ["crashed": 2], [:], [:]], 2),
    ] as [([[String: Int]], Int)]
  )
  func `several runs in one call raise what they raise one by one`(runs: [[String: Int]], first: Int) throws {
    var single = Branch()
    let raised = try runs.map { try single.run($0).raised.map(\.kind) }
    #expect(raised.firstIndex { !$0.isEmpty } == first)
    for split in 0...first {
      var branch = Branch()
      for run in runs.prefix(split) { _ = try branch.run(run) }
      let together = try branch.run(together: Array(runs[split...]))
      #expect(together.raised.map(\.kind) == raised[first], "after \(split)")
      #expect(!together.failures(onNewCause: true, onRegression: true).isEmpty)
      // No run after it is usual.
      let alarmed = branch.baseline.openAlarms.flatMap(\.runs)
      #expect((first..<runs.count).allSatisfy { alarmed.contains("new \($0 + 1)") })
    }
  }

  @Test func `a rate that stays higher stays an alarm, even if two runs are near the earlier rate by chance`() throws {
    var branch = Branch()
    let failures = [15, 15, 15, 15, 15, 15, 9, 8, 15, 15, 10, 9, 8, 15, 15, 9, 9, 15]
    let reds = try branch.reds(failures.map { ["lost": $0] })
    #expect(reds == failures.indices.map { $0 >= 1 })
  }

  @Test func `a rate that is back at once after its alarm has closed needs more evidence`() throws {
    var branch = Branch()
    func runsUntilClosed() throws -> Int {
      _ = try branch.reds(Array(repeating: ["lost": 20], count: 2))
      #expect(branch.baseline.openAlarms.count == 1)
      return try #require(try (1...10).first { _ in try branch.reds([["lost": 7]]) == [false] })
    }
    let closings = try (1...2).map { _ in try runsUntilClosed() }
    #expect(closings == [2, 6])
  }

  @Test(arguments: [(["lost": 25], "the failure rate is back to normal."), (["crashed": 3], "error: crashed")])
  func `the run that closes an alarm says so`(bug: [String: Int], text: String) throws {
    var branch = Branch()
    var last = try branch.run(bug)
    for _ in 0..<2 { last = try branch.run(bug) }
    #expect(!branch.baseline.openAlarms.isEmpty && !last.says("Fixed"))
    while !branch.baseline.openAlarms.isEmpty { last = try branch.run(Self.calm) }
    #expect(last.says("Fixed: Sign In: \(text)") && last.says("It was open since a run of 2025-01-1"))
    #expect(try !branch.run(Self.calm).says("Fixed"))
  }

  @Test func `an alarm that ten runs no longer show closes`() throws {
    var branch = Branch()
    _ = try branch.reds(Array(repeating: ["lost": 11], count: 10))
    let open = try (1...12).map { number in
      _ = try branch.run(["lost": number % 3 == 0 ? 6 : 7])
      return !branch.baseline.openAlarms.isEmpty
    }
    #expect(open == (1...12).map { $0 < 10 })
  }

  @Test func `the ten runs that close an alarm begin without its cause, so its return is new`() throws {
    var branch = Branch()
    let crashes = [3, 3] + Array(repeating: 0, count: 12) + [3]
    let raised = try crashes.map { try branch.run(["lost": 2, "crashed": $0].filter { $0.value > 0 }).raised.count }
    #expect(raised == crashes.indices.map { $0 == 0 || $0 == crashes.count - 1 ? 1 : 0 })
  }

  @Test func `one run does not decide that a rate has increased, and is a note`() throws {
    var branch = Branch()
    let outage = try branch.run(["lost": 10], steps: 20)
    #expect(outage.raised.isEmpty && outage.failures(onNewCause: true, onRegression: true).isEmpty)
    #expect(outage.says("\nThis run: Sign In: 10 of 20 first attempts failed; before: 5.0 %.\n"))
    let after = try branch.reds(Array(repeating: ["lost": 1], count: 9))
    #expect(after == Array(repeating: false, count: 9))
    // Two of ten runs do not decide either.
    let more = try branch.reds([["lost": 50], Self.calm, Self.calm])
    #expect(more == [false, false, false])
  }

  @Test func `an outage is no alarm because other runs have a few failures more`() throws {
    var branch = Branch()
    let outage = try branch.run(["lost": 10], steps: 20)
    let next = try branch.run(["lost": 4], steps: 20)
    #expect(outage.outliers.count == 1 && next.risen.isEmpty)
  }

  @Test func `an outage in an earlier run does not hide an increase`() throws {
    var branch = Branch()
    let bug = ["lost": 20]
    let reds = try branch.reds([["lost": 80], Self.calm, Self.calm])
    let topic = Row.steps("Sign In", passes: 80, failing: bug, run: "topic", day: 20_200)
    #expect(try !Comparison(RunCounts.of(topic), with: branch.baseline).risen.isEmpty)
    #expect(try reds + branch.reds([bug, bug]) == [false, false, false, false, true])
  }

  @Test func `runs of a few steps do not hide an increase`() throws {
    var branch = Branch()
    let alarms = try (0...10).filter { number in
      try !branch.run(number % 5 == 0 ? ["lost": 20] : [:], steps: number % 5 == 0 ? 100 : 2).risen.isEmpty
    }
    #expect(alarms == [9])
  }

  @Test(arguments: [[4, 50, 1, 0], [1, 50, 4, 1]])
  func `an outage of all actions is no alarm for one with a few failures more`(failures: [Int]) throws {
    func run(_ number: Int, failures: Int) -> [RunCounts] {
      let rows = (0..<5).flatMap { action in
        let lost = action == 0 || failures == 50 ? failures : 1
        return Row.steps(
          "Action \(action)",
          passes: 50 - lost,
          failing: ["lost": lost].filter { $0.value > 0 },
          run: "\(number)",
          day: 20_100 + Int64(number)
        )
      }
      return RunCounts.of(rows)
    }
    var baseline = Baseline()
    for number in 0..<10 { baseline.add(run(number, failures: number % 2)) }
    for (number, failures) in failures.enumerated() {
      let counts = run(10 + number, failures: failures)
      let comparison = try Comparison(counts, with: baseline, branch: .main)
      #expect(comparison.risen.isEmpty, "run \(number)")
      baseline.add(counts)
      baseline.learn(comparison)
    }
  }

  @Test(arguments: [(10, false), (11, true)])
  func `the run with fewer failures must show the increase too`(fewer: Int, isAlarm: Bool) throws {
    var branch = Branch()
    #expect(try branch.reds([["lost": fewer], ["lost": 14]]) == [false, isAlarm])
  }

  @Test func `one run does not decide either if the runs before it do not have the action`() throws {
    var branch = Branch()
    _ = try branch.run([:], of: "Search")
    let outage = try branch.run(["lost": 50])
    #expect(outage.outliers.count == 1 && outage.risen.isEmpty)
    #expect(try branch.run([:], of: "Search").raised.isEmpty)
  }

  @Test func `an outage for a cause of another action is no alarm because the cause comes now and then`() throws {
    var branch = Branch()
    _ = try branch.run(["crashed": 5], of: "Search")
    let now = (0..<10).map { ["lost": 5, "crashed": $0 == 0 ? 50 : $0 % 3 == 0 ? 1 : 0].filter { $0.value > 0 } }
    let failures = try now.map { try branch.run($0).failures(onNewCause: true, onRegression: true) }
    #expect(failures == now.map { _ in [] })
  }

  /// The failures of twenty or a hundred steps, and the runs without the cause until the alarm closes.
  @Test(arguments: [(10, 20, 1), (3, 100, 2)])
  func `an alarm of one run closes once a return is unlikely`(failures: Int, steps: Int, runsUntilClosed: Int) throws {
    var branch = Branch()
    func run(_ crashes: Int) throws -> Bool {
      try !branch.run(crashes == 0 ? [:] : ["crashed": crashes], steps: steps)
        .failures(onNewCause: true, onRegression: true).isEmpty
    }
    #expect(try run(failures))
    for number in 1...runsUntilClosed + 2 { #expect(try run(0) == (number < runsUntilClosed)) }
    let back = try branch.run(["crashed": 1], steps: steps)
    #expect(back.says("It disappeared after one run and has come back."))
    #expect(back.raised.map(\.kind) == ["error: crashed"] && branch.baseline.openAlarms.count == 1)
    let untilClosed = failures == 10 ? 2 : 10
    let reds = try (1...11).map { _ in try run(0) }
    #expect(reds == (1...11).map { $0 < untilClosed })
  }

  @Test func `a cause of several runs that is back needs as many steps as a new one`() throws {
    var branch = Branch()
    for _ in 0..<3 { _ = try branch.run(["lost": 2, "crashed": 10]) }
    while !branch.baseline.openAlarms.isEmpty { _ = try branch.run(Self.calm) }
    let back = try branch.run(["lost": 4, "crashed": 1])
    #expect(branch.baseline.alarms.map(\.runs.count) == [3])
    #expect(back.newCauses.map(\.isSurprising) == [false] && back.raised.isEmpty)
    #expect(!back.says("It disappeared after one run and has come back."))
  }

  @Test(arguments: [["lost": 25], ["lost": 2, "crashed": 3]])
  func `runs without the step do not end its alarm, and are noted once`(bug: [String: Int]) throws {
    var branch = Branch()
    for _ in 0..<2 { _ = try branch.run(bug) }
    for _ in 0..<15 { _ = try branch.run([:], of: "Search") }
    let open = branch.baseline.openAlarms
    #expect(open.map(\.runs.count) == [17])
    branch.baseline.learnNothing(of: Set(branch.baseline.runs))
    #expect(branch.baseline.openAlarms.map { Set($0.runs).count == $0.runs.count } == [true])
    // Neither do a few steps that pass after them.
    _ = try branch.run([:], steps: 5)
    #expect(branch.baseline.openAlarms.count == 1)
  }

  /// The steps with a new cause in each attempt of a pull request; `nil` if it did not run the step again, -2 if only two
  /// steps ran again, which passed.
  @Test(
    arguments: [
      ([10, 0], false), ([0, 10], true), ([3, 1], true), ([1, 1], false), ([10, nil], true), ([10, nil, 0], false),
      ([10, -2], true), ([10, 0, -2], false),
    ] as [([Int?], Bool)]
  )
  func `of the attempts of a pull request, the newest decides whether a cause is new`(
    attempts: [Int?],
    isNew: Bool
  ) throws {
    let rows = attempts.enumerated().flatMap { number, crashes in
      let action = crashes == nil ? "Search" : "Sign In"
      let failing = crashes ?? 0 < 0 ? [:] : ["lost": 5, "crashed": crashes ?? 0].filter { $0.value > 0 }
      let passes = crashes.map { $0 < 0 ? -$0 : 85 } ?? 85
      return Row.steps(action, passes: passes, failing: failing, run: "9-\(number)", day: 20_200 + Int64(number))
    }
    let comparison = try Comparison(RunCounts.of(rows), with: .tenRuns, branch: .attempts)
    #expect(comparison.raised.map(\.kind).filter { !$0.isEmpty } == (isNew ? ["error: crashed"] : []))
    #expect(
      comparison.says("It is no alarm, because the other runs do not show it.") == attempts.dropFirst().contains(0)
    )
  }

  /// The failures in a hundred steps of each attempt, of which five are usual, and the steps of the second.
  @Test(arguments: [
    ([25, 5], 100, false), ([5, 25], 100, false), ([25, 25], 100, true), ([25, 0], 2, true), ([25, 1], 20, false),
  ])
  func `a rate of a pull request increases only if both attempts show it`(failures: [Int], steps: Int, isRaised: Bool)
    throws
  {
    let rows = failures.enumerated().flatMap { number, lost in
      Row.steps(
        "Sign In",
        passes: [100, steps][number] - lost,
        failing: ["lost": lost].filter { $0.value > 0 },
        run: "9-\(number)",
        day: 20_200 + Int64(number)
      )
    }
    let comparison = try Comparison(RunCounts.of(rows), with: .tenRuns, branch: .attempts)
    #expect(comparison.failures(onNewCause: false, onRegression: true).isEmpty == !isRaised)
  }

  @Test(arguments: [
    (
      ["lost": 25],
      "the first attempt failed in 75 of 300, 25.0 % (20.4 to 30.2) in 3 runs; before in 50 of 1000, 5.0 %"
    ),
    (["lost": 2, "crashed": 3], "Steps with it: 9 of 300, 3.0 % (1.6 to 5.6) in 3 runs; before in 0 of 1000, 0.0 %"),
  ])
  func `an open alarm shows its rates, runs and tests`(bug: [String: Int], rates: String) throws {
    var branch = Branch()
    for _ in 0..<2 { _ = try branch.run(bug) }
    let open = try branch.run(bug)
    #expect(open.says(rates) && open.says("Tests: ShopTests."))
  }

  @Test(arguments: [(["lost": 25], false), (["lost": 2, "crashed": 3], true)])
  func `a gate fails only for the alarms of its kind`(bug: [String: Int], isCause: Bool) throws {
    var branch = Branch()
    for _ in 0..<2 { _ = try branch.run(bug) }
    let open = try branch.run(bug)
    #expect(open.failures(onNewCause: true).isEmpty != isCause)
    #expect(open.failures(onRegression: true).isEmpty == isCause)
  }

  @Test func `a sentence of a gate ends with one full stop`() throws {
    var branch = Branch()
    let failures = try (0..<2).flatMap { _ in
      try branch.run(["Try again later.": 9]).failures(onNewCause: true, onRegression: true)
    }
    #expect(failures.count == 2 && failures.allSatisfy { $0.hasSuffix(": error: Try again later.") })
  }

  @Test(arguments: [20, 50, 100])
  func `a new cause that occurs once a run is found in several runs`(steps: Int) throws {
    var branch = Branch()
    for _ in 0..<15 { _ = try branch.run(Self.calm) }
    let found = try (1...10).first { _ in try !branch.run(["crashed": 1], steps: steps).raised.isEmpty }
    #expect(found == (steps == 100 ? 4 : 5))
  }

  @Test func `a bug in several actions is one alarm`() throws {
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
      let comparison = try? Comparison(RunCounts.of(rows), with: baseline, branch: .main)
      baseline.add(RunCounts.of(rows))
      if let comparison { baseline.learn(comparison) }
      return comparison
    }
    for number in 0..<10 { _ = try run(number, []) }
    #expect(try run(10, [0]).map { $0.raised.count } == 0)
    #expect(try run(11, [1]).map { $0.raised.count } == 0)
    #expect(try run(12, [2, 3]).map { $0.raised.count } == 0)
    #expect(try run(13, [0, 4]).map { $0.raised.count } == 0)
    let raised = try #require(try run(14, [0, 1, 2, 3])).raised
    #expect(raised.map(\.action) == [""] && raised.map(\.runs) == [(10...14).map { "run \($0)" }])
    for number in 15..<22 { #expect(try run(number, [0, 1, 2, 3])?.raised.count == 0) }
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
    for _ in 0..<2 { _ = try branch.run(["lost": 90]) }
    #expect(branch.baseline.openAlarms.count == 1)
    while !branch.baseline.openAlarms.isEmpty { _ = try branch.run(Self.calm) }
    _ = try branch.run(["lost": 20])
    let raised = try branch.run(["lost": 20]).risen.map(\.then)
    #expect(raised == [Rate(count: 60, total: 1_200)])
  }

  @Test func `an accepted alarm counts as usual from then on`() throws {
    for bug in [["lost": 25], ["lost": 2, "crashed": 3]] {
      var branch = Branch()
      for _ in 0..<2 { _ = try branch.run(bug) }
      let name = try #require(branch.baseline.openAlarms.first?.name)
      let accepted = ["other", name].map {
        branch.baseline.accept($0, by: "Ann", reason: "as intended", on: "2025-02-01")
      }
      #expect(accepted == [false, true])
      let reds = try branch.reds([bug, bug, ["lost": 25, "crashed": 60], ["lost": 25, "crashed": 60]])
      #expect(reds.prefix(2) == [false, false] && reds.last == true)
    }
  }

  @Test func `an action that fails a gate is not learned from that run`() throws {
    var branch = Branch()
    _ = try branch.run(["lost": 8])
    branch.baseline.leaveOut(["Sign In"], of: ["new 1"])
    #expect(branch.baseline.openAlarms.isEmpty)
    let next = try branch.run(["lost": 40])
    #expect(next.outliers.first?.then == Rate(count: 50, total: 1_000))
  }

  @Test func `a bug in all actions is one alarm, and a slow machine is none`() throws {
    let names = (0..<6).map { "Action \($0)" }
    /// - Parameter first: The failures of the first action.
    func run(_ name: String, _ failures: Int, first: Int? = nil) -> RunCounts {
      let counts = names.map { $0 == names[0] ? first ?? failures : failures }
      let tests = counts.map { ["a": TestCounts(Rate(count: $0, total: 100))] }
      return RunCounts(run: name, actions: Dictionary(uniqueKeysWithValues: zip(names, tests)))
    }
    let older = (0..<10).map { run("\($0)", $0 % 2 == 0 ? 4 : 6) }
    #expect(try Comparison.of(older, [run("now", 12)]).risen.isEmpty)
    #expect(try Comparison.of(older, [run("now", 25)]).risen.map(\.action) == [""])
    // An increase of one action is not a bug in all of them.
    #expect(try Comparison.of(older, [run("now", 5, first: 95)]).risen.map(\.action) == [names[0]])
    // An action that was fixed does not make the others look worse.
    #expect(try Comparison.of(older, [run("now", 5, first: 0)]).risen.isEmpty)
  }
}
