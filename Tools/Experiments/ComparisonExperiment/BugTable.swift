import RetryReport

/// Bugs in the first action, or in all of them.
enum BugTable {
  private static let bugs: [(heading: String, text: String, Bug)] = [
    (
      "A rate that rises from 5 to 15 %",
      "The first attempts of one action fail three times as often as before.",
      Bug(rate: 0.15)
    ),
    (
      "A rate that rises from 5 to 10 %",
      "The first attempts of one action fail twice as often as before.",
      Bug(rate: 0.1)
    ),
    (
      "A new cause in 5 % of the attempts",
      "One action fails with a message that no earlier run has. With 20 tests, fewer bugs are found by the third run than in a pull request, "
        + "because an alarm on the default branch needs more evidence.",
      Bug(ownCause: 0.05)
    ),
    ("The rates of all actions triple", "Every action fails three times as often as before.", Bug(ofAll: 3)),
    (
      "A rate that rises from 10 to 20 %",
      "The first attempts of an action that already fails often fail twice as often as before.",
      Bug(rate: 0.2, before: 0.1)
    ),
    (
      "A new cause that names its action, in 1 % of the attempts of each action",
      "The bug is rare in each action. Its message is different in each action, because it contains the name of the action.",
      Bug(spreadCause: 0.01, namesAction: true)
    ),
    (
      "A usual cause in 20 % more of the attempts, on one of two systems",
      "One action fails more often, but only on one system, and for a reason that earlier runs have too.",
      Bug(onOneSystem: 0.2)
    ),
  ]

  private static let projects: [Project] = [
    Project(name: "the same rates"), Project(name: "3 actions", actions: 3),
    Project(name: "20 tests, 50 earlier runs", tests: 20, olderRuns: 50),
    Project(name: "10 earlier runs", olderRuns: 10),
    Project(name: "ρ .01", correlation: 0.01),
    Project(name: "ρ .01, all actions slow together", correlation: 0.01, weather: .together),
    Project(name: "the speed varies (σ 0.4)", speedSpread: 0.4),
    Project(name: "two pools of machines", pools: [1, 2]),
    Project(name: "an outage in an earlier run: half of the steps of the action fail", hadOutage: true),
  ]

  static func lines(runs: Int, seed: UInt64) async -> [String] {
    var lines = [
      "## Bugs that are found", "",
      "Each of the next tables is about one kind of bug, in one action unless its heading says otherwise. The columns are the share of bugs that "
        + "are found: in a pull request, and on the default branch by the third and by the tenth run with the bug. Each line summarizes \(runs) trials, so a share is accurate to ±\(Line.percent(Rate(count: runs / 2, total: runs).interval.1 - 0.5)) "
        + "percentage points.",
    ]
    for (place, (heading, text, bug)) in bugs.enumerated() {
      lines += ["", "### \(heading)", "", text, ""]
      lines += Line.head(["setting"], ["pull request", "third run", "tenth run"])
      lines += await onAllCores(projects) { number, project in
        var counts = [0, 0, 0]
        for stream in 0..<runs {
          let seed = seed &* 1_000_000 &+ UInt64(500_000 + place * 50_000 + number * 5_000 + stream)
          for (index, isFound) in found(bug, project, seed: seed).enumerated() where isFound { counts[index] += 1 }
        }
        return Line.row(project.name, counts, of: runs)
      }
    }
    lines += [
      "",
      "**What is missed by the tenth run.** With 20 tests, the comparison misses most rates that double. With ρ .01, it misses most rises from 5 to "
        + "10 %, and some from 10 to 20 %. In the other settings, it misses some rises from 5 to 10 %, and few from 10 to 20 %. It sometimes "
        + "misses four more kinds of bug:",
      "",
      "- rates that triple in all actions, if the speed varies or all actions are slow together;",
      "- rates of one action that rise from 5 to 15 %, with 20 tests or ρ .01;",
      "- a new cause in 5 % of the attempts, with 20 tests;",
      "- failures on one of two systems, with 20 tests or ρ .01.",
    ]
    return lines
  }

  private static func found(_ bug: Bug, _ project: Project, seed: UInt64) -> [Bool] {
    var project = project
    if bug.onOneSystem > 0 { project.hasTwoSystems = true }
    var simulated = SimulatedProject(project, seed: seed, first: bug.before)
    let (inBranch, first) = simulated.find(bug) { verdict in
      if bug.ofAll > 1 { return !verdict.rates.isEmpty }
      if bug.spreadCause > 0 { return verdict.causes.contains { $0.kind.hasPrefix(CauseKind.bug.text) } }
      return (bug.ownCause > 0 ? verdict.causes.map(\.action) : verdict.rates).contains("Action 0")
    }
    return [inBranch, first <= 3, first <= 10]
  }
}
