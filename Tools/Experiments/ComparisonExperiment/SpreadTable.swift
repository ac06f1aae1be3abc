import RetryReport
import Seeds

/// A bug with a cause of its own that occurs in the steps of all names, and runs without it.
enum SpreadTable {
  /// The runs of a stream that are judged.
  private static let judged = 20
  /// The share of attempts in which the bug occurs, drawn anew for each bug.
  private static let shares = 0.02...0.05

  /// 30 names with two steps each.
  private static let small: [Project] = [
    project("the same rates"),
    project("a burst in one run of 5: 5 steps fail with the same usual cause") { $0.bursts = 0.2 },
    project("two pools of machines, one twice as slow") { $0.pools = [1, 2] },
    project("two systems, one twice as flaky") { $0.hasTwoSystems = true },
    project("the speed varies (σ 0.4)") { $0.speedSpread = 0.4 },
    project("ρ .01") { $0.correlation = 0.01 },
    project("bursts, two pools, a speed that varies, and ρ .01") {
      ($0.bursts, $0.pools, $0.speedSpread, $0.correlation) = (0.2, [1, 2], 0.4, 0.01)
    },
    project("30 causes instead of five") { $0.kinds = 30 },
    project("30 causes, and bursts") { ($0.kinds, $0.bursts) = (30, 0.2) },
    project("10 earlier runs") { $0.olderRuns = 10 },
    project("50 earlier runs") { $0.olderRuns = 50 },
    project("one run of 5 is cut off early") { $0.cutOff = 0.2 },
    project("one run of 3 is repeated") { $0.reruns = 0.33 },
    project("five steps of each action") { ($0.tests, $0.groups) = (5, 5) },
    project("the same, and a fifth of the tests is renamed in one run of 3") {
      ($0.tests, $0.groups, $0.churn) = (5, 5, 0.33)
    },
  ]

  private static func project(_ name: String, _ change: (inout Project) -> Void = { _ in }) -> Project {
    var project = Project(name: name, actions: 30, tests: 2, groups: 2)
    project.hasOwnKinds = true
    change(&project)
    return project
  }

  static func lines(runs: Int, seed: UInt64) async -> [String] {
    let (streams, bugs) = (max(1, runs / judged), max(1, runs / 5))
    var lines = [
      "## A bug that spreads over steps", "",
      "Each run has two steps of each of 30 actions. Half of the failures have a cause that no other action has. The bug has its own cause. It fails "
        + "2 to 5 % of all attempts, so it occurs one to three times in each run, in a different action each time. The first four columns show "
        + "the share of \(bugs) such bugs that are found: in a pull request, and on the default branch by the third, seventh and tenth run with the bug. The "
        + "last two columns show false alarms in runs without the bug.",
      "",
    ]
    lines += Line.head(
      ["setting"],
      [
        "pull request", "third run", "seventh run", "tenth run", "runs with a false alarm",
        "pull requests with an alarm",
      ]
    )
    return lines
      + (await onAllCores(small) { number, project in
        let seed = seed &* 1_000_000 &+ UInt64(2_000_000_000 + number * 10_000)
        var found = [0, 0, 0, 0]
        for stream in 0..<bugs {
          for (place, isFound) in Self.found(project, seed: seed &+ UInt64(stream)).enumerated() where isFound {
            found[place] += 1
          }
        }
        var alarms = [0, 0, 0]
        for stream in 0..<streams {
          var simulated = SimulatedProject(project, seed: seed &+ UInt64(5_000 + stream))
          alarms = zip(alarms, simulated.falseAlarms(in: judged)).map(+)
        }
        let shares = found.map { Line.percent(Double($0) / Double(bugs)) }
        let rates = [alarms[0], alarms[2]].map { Line.percent(Double($0) / Double(streams * judged)) }
        return "| " + ([project.name] + shares + rates).joined(separator: " | ") + " |"
      })
  }

  /// Whether a bug is found in a pull request, and by the third, the seventh and the tenth run of the default branch.
  private static func found(_ project: Project, seed: UInt64) -> [Bool] {
    var shares = SeededGenerator(seed: ~seed)
    let bug = Bug(
      spreadCause: shares.unit() * (Self.shares.upperBound - Self.shares.lowerBound) + Self.shares.lowerBound
    )
    var simulated = SimulatedProject(project, seed: seed)
    let (inBranch, first) = simulated.find(bug) { $0.causes.contains { $0.kind == CauseKind.bug.text } }
    return [inBranch, first <= 3, first <= 7, first <= 10]
  }
}
