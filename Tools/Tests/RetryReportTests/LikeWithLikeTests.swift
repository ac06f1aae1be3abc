import Testing

@testable import RetryReport

@Suite struct LikeWithLikeTests {
  private func run(
    _ name: String,
    os: String = "linux",
    action: String = "Sign In",
    _ tests: [String: (failures: Int, steps: Int)]
  ) -> RunTally {
    RunTally(
      run: name,
      machine: Machine(os: os, arch: "x86_64"),
      actions: [
        action: ActionTally(
          tests: tests.mapValues { Tally(steps: $0.steps, failures: $0.failures) },
          kinds: ["lost": tests.values.reduce(0) { $0 + $1.failures }]
        )
      ]
    )
  }

  private func compare(_ then: [RunTally], _ now: [RunTally]) -> Comparison {
    Comparison(
      then: then,
      now: now,
      known: ["Sign In": ["lost": 10]],
      details: { _, kind in CauseCounts(kind: kind) }
    )
  }

  @Test func `a shard is compared with the tests that it ran`() throws {
    // One test has all flakes: 30 % there, 1 % in the whole.
    let then = (0..<10).map { number in
      run("\(number)", ["testMap": (6, 20), "testCart": (0, 300), "testSearch": (0, 300)])
    }
    #expect(compare(then, [run("now", ["testMap": (6, 20)])]).risen.isEmpty)
    #expect(compare(then, [run("now", ["testCart": (6, 20)])]).risen.count == 1)
  }

  @Test func `a machine is compared with its own runs`() {
    let then = (0..<10).flatMap { number in
      [run("\(number)", ["a": (5, 100)]), run("\(number)", os: "macos", ["a": (15, 100)])]
    }
    #expect(compare(then, [run("now", os: "macos", ["a": (15, 100)])]).risen.isEmpty)
    #expect(compare(then, [run("now", ["a": (20, 100)])]).risen.count == 1)
    // The share of each machine is that of the new run.
    let both = compare(then, [run("now", ["a": (1, 10)]), run("now", os: "macos", ["a": (30, 200)])])
    #expect(both.risen.isEmpty)
  }

  @Test func `a machine that was never seen is told and not compared`() {
    let then = (0..<10).map { run("\($0)", ["a": (5, 100)]) }
    let comparison = compare(then, [run("now", os: "macos", ["a": (50, 100)])])
    #expect(comparison.risen.isEmpty && comparison.newMachines == ["macos, x86_64"])
    #expect(comparison.unknownSteps == 0)
    #expect(ComparisonFormat.text(comparison).contains("so no rate is compared: macos, x86_64."))
  }

  @Test func `a half is rounded up, in whatever order the tests are added up`() {
    // Older failures and steps, and newer steps: 25 % of 14 steps are to be expected.
    let counts = [(0, 2, 4), (0, 2, 2), (1, 1, 1), (1, 3, 7), (2, 4, 3), (0, 1, 2), (1, 3, 2), (0, 3, 1)]
    for name in 0..<50 {
      let tests = counts.enumerated().map { ("\(name) \($0.offset)", $0.element) }
      let then = run("1", Dictionary(uniqueKeysWithValues: tests.map { ($0, ($1.0, $1.1)) }))
      let now = run("2", Dictionary(uniqueKeysWithValues: tests.map { ($0, (0, $1.2)) }))
      #expect(LikeWithLike("Sign In", then: [then], now: [now])?.expected == Rate(count: 4, total: 14))
    }
  }

  @Test func `a new test is in no rate, unless all have other names`() {
    let then = (0..<10).map { run("\($0)", ["a": (5, 100)]) }
    let comparison = compare(then, [run("now", ["a": (5, 100), "b": (60, 100)])])
    #expect(comparison.risen.isEmpty && comparison.unknownSteps == 100)
    #expect(ComparisonFormat.text(comparison).contains("100 steps of tests that are new: in no rate."))
    #expect(compare(then, [run("now", ["b": (60, 100)])]).risen.count == 1)
    #expect(compare(then, [run("now", ["b": (5, 100)])]).unknownSteps == 0)
  }

  @Test func `actions that are gone are those of the newest run on any machine`() {
    let newest = [run("2", action: "Sign Out", ["a": (0, 10)]), run("2", os: "macos", ["a": (0, 10)])]
    let then = [run("1", action: "Pay", ["a": (0, 10)])] + newest
    #expect(compare(then, [run("now", action: "Leave", ["a": (0, 10)])]).goneActions == ["Sign In", "Sign Out"])
  }

  @Test func `parts of a run are one run`() {
    let parts = [run("1", ["a": (1, 10)]), run("2", ["a": (1, 10)]), run("1", ["a": (2, 10), "b": (0, 5)])]
    #expect(parts.joined.map(\.run) == ["1", "2"])
    #expect(parts.joined[0].actions["Sign In"]?.tests == ["a": Tally(steps: 20, failures: 3), "b": Tally(steps: 5)])
  }
}
