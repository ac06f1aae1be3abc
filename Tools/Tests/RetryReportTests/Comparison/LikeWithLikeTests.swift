import Testing

@testable import RetryReport
@testable import RunComparison

@Suite struct LikeWithLikeTests {
  @Test func `a shard is compared with the tests that it ran`() throws {
    // One test has all flakes: 30 % there, 1 % in all tests together.
    let then = (0..<10).map { number in
      RunCounts.of("\(number)", ["testMap": (6, 20), "testCart": (0, 300), "testSearch": (0, 300)])
    }
    #expect(try Comparison.of(then, [RunCounts.of("now", ["testMap": (6, 20)])]).risen.isEmpty)
    #expect(try Comparison.of(then, [RunCounts.of("now", ["testCart": (6, 20)])]).risen.count == 1)
  }

  @Test func `a new kind of machine is reported and not compared`() throws {
    let then = (0..<10).map { RunCounts.of("\($0)", ["a": (5, 100)]) }
    let comparison = try Comparison.of(then, [RunCounts.of("now", os: "macos", ["a": (50, 100)])])
    #expect(comparison.risen.isEmpty && comparison.newMachines == ["macos"])
    #expect(comparison.unknownSteps == 0)
    #expect(comparison.baselineRuns == 0 && comparison.isOfNewMachine)
    let both = try Comparison.of(
      then + [RunCounts.of("other", os: "macos", ["a": (5, 100)])],
      [RunCounts.of("now", ["a": (5, 100)])]
    )
    #expect(both.baselineRuns == 10)
    #expect(comparison.says("so no rate was compared: macos."))
  }

  @Test func `a new test is named, and not compared`() throws {
    let then = (0..<10).map { RunCounts.of("\($0)", ["a": (5, 100)]) }
    let comparison = try Comparison.of(then, [RunCounts.of("now", ["a": (5, 100), "b": (60, 100)])])
    #expect(comparison.risen.isEmpty && comparison.unknownSteps == 100 && comparison.renamedActions.isEmpty)
    #expect(comparison.says("100 steps in tests new to this kind of machine, not compared: b"))
    let new = Dictionary(uniqueKeysWithValues: (1...7).map { ("new \($0)", (0, 1)) })
    let many = try Comparison.of(then, [RunCounts.of("now", new.merging(["a": (5, 100)]) { $1 })])
    #expect(many.says("not compared: new 1, new 2, new 3, new 4, new 5 and 2 more.\n"))
  }

  /// Older and newer steps of tests that both have, that only the earlier runs have, and that only the newer ones have.
  @Test(arguments: [
    ((0, 60), (0, 60), true), ((1, 59), (1, 59), true), ((29, 31), (29, 31), true), ((30, 30), (30, 30), false),
    // The newer runs still have the older tests.
    ((40, 0), (40, 60), false),
    // The newer runs have only some of the tests, most of them new, or less than half of the steps.
    ((1, 59), (1, 4), false), ((1, 59), (1, 28), false), ((1, 59), (1, 29), true),
    ((10, 50), (10, 0), false),
  ])
  func `tests are compared together if most were renamed`(
    then: (common: Int, old: Int),
    now: (common: Int, new: Int),
    isRenamed: Bool
  ) throws {
    func run(_ name: String, _ common: Int, _ other: Int, _ prefix: String) -> RunCounts {
      let tests = (0..<common).map { "common \($0)" } + (0..<other).map { "\(prefix) \($0)" }
      return RunCounts.of(name, Dictionary(uniqueKeysWithValues: tests.map { ($0, (0, 1)) }))
    }
    let older = (0..<10).map { run("\($0)", then.common, then.old, "old") }
    let newer = (0..<2).map { run("now \($0)", now.common, now.new, "new") }
    let comparison = try Comparison.of(older, newer)
    #expect(comparison.renamedActions == (isRenamed ? ["Sign In"] : []))
    #expect(comparison.newTests.count == (isRenamed ? 0 : now.new))
    #expect(comparison.unknownSteps == (isRenamed ? 0 : now.new * 2))
    let compared = LikeWithLike("Sign In", then: older, now: newer)
    func steps(_ runs: [LikeWithLike.Run]) -> Int { runs.flatMap(\.cells.values).reduce(0) { $0 + $1.steps } }
    #expect(steps(compared.now) == (isRenamed ? now.common + now.new : now.common) * 2)
    #expect(steps(compared.then) == (isRenamed ? then.common + then.old : now.common) * 10)
  }

  @Test func `an increase is found even if tests were renamed`() throws {
    let then = (0..<10).map { RunCounts.of("\($0)", ["a": (1, 1), "b": (4, 99)]) }
    let comparison = try Comparison.of(then, [RunCounts.of("now", ["a": (1, 1), "c": (60, 99)])])
    #expect(comparison.risen.map(\.now) == [Rate(count: 61, total: 100)])
    #expect(
      comparison.says("\nMost tests have different names than before, so all tests are compared together: Sign In.\n")
    )
  }

  @Test func `an action that is known only from another machine is reported`() throws {
    let known = [RunCounts.of("1", ["a": (0, 10)]), RunCounts.of("1", os: "macos", action: "Pay", ["a": (0, 10)])]
    let now = [RunCounts.of("now", os: "macos", ["a": (9, 10)]), RunCounts.of("now", os: "ios", ["a": (9, 10)])]
    let comparison = try Comparison.of(known, now)
    #expect(comparison.unknownSteps == 10)
    #expect(comparison.newMachines == ["ios"] && comparison.newActions.isEmpty)
    #expect(comparison.says("\n10 steps in tests new to this kind of machine, not compared: a.\n"))
  }
}
