import RetryReport

/// Kinds of causes, of which some are so rare that the older runs have missed them.
enum CauseTable {
  private static let projects: [Project] = [
    Project(actions: 3, tests: 100), Project(actions: 3, tests: 100, correlation: 0.01, kinds: 5),
    Project(actions: 3, tests: 200), Project(actions: 3, tests: 200, kinds: 5),
    Project(actions: 20, tests: 200, kinds: 5),
    Project(actions: 20, tests: 100, kinds: 5), Project(actions: 20, tests: 200, kinds: 30),
    Project(actions: 100, tests: 200, kinds: 5), Project(actions: 20, tests: 200, correlation: 0.01, kinds: 5),
    Project(actions: 20, tests: 200, correlation: 0.05, kinds: 5),
    Project(actions: 20, tests: 200, baselineRuns: 1, kinds: 5),
    Project(actions: 20, tests: 200, baselineRuns: 50, kinds: 30),
  ]

  static func lines(runs: Int, seed: UInt64) -> [String] {
    let head = [
      "actions", "kinds", "tests", "older runs", "ρ", "false alarms", "a bug in 5 % of attempts is found", "in 10 %",
    ]
    var lines = ["## A cause of its own", ""] + Line.head(head)
    for (number, project) in projects.enumerated() {
      var random = SeededGenerator(seed: seed &* 1_000 &+ 700 &+ UInt64(number))
      var counts = [0, 0, 0]
      for _ in 0..<runs {
        let then = project.baseline(&random)
        let calm = [project.run("now", &random)]
        if !Verdict(then: then, now: calm).newCauses.isEmpty { counts[0] += 1 }
        for (place, bug) in [0.05, 0.1].enumerated() {
          let now = [project.run("now", bug: bug, &random)]
          if Verdict(then: then, now: now).newCauses.contains(project.name(0)) { counts[1 + place] += 1 }
        }
      }
      let cells = [
        "\(project.actions)", "\(project.kinds)", "\(project.tests)", "\(project.baselineRuns)",
        "\(project.correlation)",
      ]
      lines.append(Line.row(cells, counts, of: runs))
    }
    return lines
  }
}
