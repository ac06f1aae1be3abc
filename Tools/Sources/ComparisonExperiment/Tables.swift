import RetryReport

/// Runs without a change: each find is a false alarm.
enum CalmTable {
  private static let projects: [(String, Project)] = [
    ("the same rates in all runs", Project(tests: 400)),
    ("ρ .002", Project(tests: 400, correlation: 0.002)),
    ("ρ .01", Project(tests: 100, correlation: 0.01)),
    ("ρ .01", Project(tests: 400, correlation: 0.01)),
    ("ρ .01", Project(tests: 2_000, correlation: 0.01)),
    ("ρ .05", Project(tests: 400, correlation: 0.05)),
    ("ρ .01", Project(actions: 3, tests: 400, correlation: 0.01)),
    ("ρ .05", Project(actions: 3, tests: 400, correlation: 0.05)),
    ("ρ .01", Project(actions: 100, tests: 200, correlation: 0.01)),
    ("ρ .01", Project(tests: 400, baselineRuns: 1, correlation: 0.01)),
    ("ρ .05", Project(tests: 400, baselineRuns: 1, correlation: 0.05)),
    ("ρ .01", Project(tests: 400, baselineRuns: 3, correlation: 0.01)),
    ("ρ .05", Project(tests: 400, baselineRuns: 3, correlation: 0.05)),
    ("ρ .01", Project(tests: 200, baselineRuns: 50, correlation: 0.01)),
    ("ρ .01, all actions slow together", Project(tests: 400, correlation: 0.01, weather: .together)),
    ("ρ .05, all actions slow together", Project(tests: 400, correlation: 0.05, weather: .together)),
    ("ρ .05 in one action, 0 in the others", Project(tests: 400, correlation: 0.05, weather: .first, firstRate: 0.05)),
    ("three times the rates on one day of twenty", Project(tests: 400, weather: .slowDays)),
    ("three times the rates on one day of twenty", Project(tests: 400, baselineRuns: 50, weather: .slowDays)),
  ]

  static func lines(runs: Int, seed: UInt64) -> [String] {
    let head = ["", "actions", "tests", "older runs", "false alarms", "three runs together"]
    var lines = ["## Runs without a change", ""] + Line.head(head)
    for (number, (what, project)) in projects.enumerated() {
      var random = SeededGenerator(seed: seed &* 1_000 &+ UInt64(number))
      var alarms = [0, 0]
      for _ in 0..<runs {
        let then = project.baseline(&random)
        let now = (0..<3).map { project.run("now \($0)", &random) }
        if !Verdict(then: then, now: [now[0]]).risen.isEmpty { alarms[0] += 1 }
        if !Verdict(then: then, now: now).risen.isEmpty { alarms[1] += 1 }
      }
      let cells = [what, "\(project.actions)", "\(project.tests)", "\(project.baselineRuns)"]
      lines.append(Line.row(cells, alarms, of: runs))
    }
    return lines
  }
}

/// Runs in which one action has begun to fail more often, of the same cause.
enum RiseTable {
  private static let projects: [(Project, Double)] = [
    (Project(actions: 3, tests: 100, firstRate: 0.05), 0.15),
    (Project(actions: 3, tests: 200, firstRate: 0.05), 0.15),
    (Project(actions: 3, tests: 400, firstRate: 0.05), 0.15),
    (Project(actions: 3, tests: 200, correlation: 0.01, firstRate: 0.05), 0.15),
    (Project(actions: 3, tests: 400, correlation: 0.01, firstRate: 0.05), 0.15),
    (Project(actions: 3, tests: 200, firstRate: 0.05), 0.10),
    (Project(actions: 20, tests: 200, firstRate: 0.05), 0.10),
    (Project(actions: 3, tests: 200, correlation: 0.01, firstRate: 0.05), 0.10),
    (Project(actions: 20, tests: 200, correlation: 0.01, firstRate: 0.05), 0.10),
    (Project(actions: 20, tests: 200, baselineRuns: 50, correlation: 0.01, firstRate: 0.05), 0.10),
    (Project(actions: 3, tests: 400, firstRate: 0.01), 0.05),
    (Project(actions: 3, tests: 400, correlation: 0.01, firstRate: 0.01), 0.05),
    (Project(actions: 3, tests: 50, firstRate: 0.01), 0.11),
    (Project(actions: 3, tests: 400, firstRate: 0.1), 0.19),
  ]

  static func lines(runs: Int, seed: UInt64) -> [String] {
    let head = [
      "from", "to", "actions", "tests", "older runs", "ρ", "found by one run", "by three together", "by five together",
    ]
    var lines = ["## A rate that has risen", ""] + Line.head(head)
    for (number, (project, rise)) in projects.enumerated() {
      var random = SeededGenerator(seed: seed &* 1_000 &+ 500 &+ UInt64(number))
      var found = [0, 0, 0]
      let first = project.name(0)
      for _ in 0..<runs {
        let then = project.baseline(&random)
        let now = (0..<5).map { project.run("now \($0)", rise: rise, &random) }
        for (place, count) in [1, 3, 5].enumerated()
        where Verdict(then: then, now: Array(now.prefix(count))).risen.contains(first) {
          found[place] += 1
        }
      }
      let cells = [
        "\(Int((project.rate(0) * 100).rounded())) %", "\(Int((rise * 100).rounded())) %", "\(project.actions)",
        "\(project.tests)", "\(project.baselineRuns)", "\(project.correlation)",
      ]
      lines.append(Line.row(cells, found, of: runs))
    }
    return lines
  }
}

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
