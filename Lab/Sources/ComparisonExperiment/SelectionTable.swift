import RetryReport

/// Newer runs with other tests or machines than the older ones, without a change in any.
enum SelectionTable {
  private enum Selection: String, CaseIterable {
    case all = "the same tests"
    case newTests = "a third of the tests are new"
    case youngTests = "a third of the tests are new since the newest older run"
    case newMachine = "on a machine of a new kind as well"
    case onlyNewMachine = "on a machine of a new kind only"
    case owners = "only the tests with flakes of their own, five times each"
    case few = "only ten tests, five times each"
    case renamed = "all tests but one have other names"
  }

  static func lines(runs: Int, seed: UInt64) -> [String] {
    let head = ["newer run", "actions", "false alarms, rates", "causes", "a bug in 10 % of attempts is found"]
    var lines = [
      "## Other tests and machines", "",
      "In each action a test of five has a flake of its own, in 20 % of its steps and of five kinds; 60 tests. "
        + "Lines of 20 actions have a quarter of the runs.", "",
    ]
    lines += Line.head(head)
    var number: UInt64 = 0
    for actions in [3, 20] {
      let runs = actions > 3 ? runs / 4 : runs
      let suite = Suite(actions: actions, tests: 60, hasOwners: true)
      for selection in Selection.allCases {
        var random = SeededGenerator(seed: seed &* 1_000 &+ 400 &+ number)
        number += 1
        var counts = [0, 0, 0]
        for _ in 0..<runs {
          let then = older(suite, selection, &random)
          let calm = Verdict(then: then, now: newer(suite, selection, Suite.Weather(), &random))
          if !calm.risen.isEmpty { counts[0] += 1 }
          if !calm.newCauses.isEmpty { counts[1] += 1 }
          let changed = Verdict(then: then, now: newer(suite, selection, Suite.Weather(bug: 0.1), &random))
          if changed.newCauses.contains(suite.name(0)) { counts[2] += 1 }
        }
        lines.append(Line.row([selection.rawValue, "\(actions)"], counts, of: runs))
      }
    }
    return lines
  }

  private static func older(
    _ suite: Suite,
    _ selection: Selection,
    _ random: inout SeededGenerator
  ) -> [RunTally] {
    (0..<suite.baselineRuns).map { run in
      let tests = selection == .youngTests && run == suite.baselineRuns - 1 ? suite.tests * 3 / 2 : suite.tests
      return suite.run("\(run)", tests: Array(0..<tests), Suite.Weather(), &random)
    }
  }

  private static func newer(
    _ suite: Suite,
    _ selection: Selection,
    _ weather: Suite.Weather,
    _ random: inout SeededGenerator
  ) -> [RunTally] {
    let tests = Array(0..<suite.tests)
    func run(_ tests: [Int], os: String = "linux", times: Int = 1) -> RunTally {
      suite.run("now", os: os, tests: tests, times: times, weather, &random)
    }
    switch selection {
    case .all: return [run(tests)]
    case .newTests, .youngTests: return [run(Array(0..<suite.tests * 3 / 2))]
    case .newMachine: return [run(tests), run(tests, os: "macos")]
    case .onlyNewMachine: return [run(tests, os: "macos")]
    case .owners: return [run(tests.filter { suite.isOwner($0, 0) }, times: 5)]
    case .few: return [run(Array(tests.prefix(10)), times: 5)]
    case .renamed: return [run([0] + tests.dropFirst().map { $0 + Suite.renaming })]
    }
  }
}
