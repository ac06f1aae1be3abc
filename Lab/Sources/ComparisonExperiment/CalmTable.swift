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
    for (number, (name, project)) in projects.enumerated() {
      var random = SeededGenerator(seed: seed &* 1_000 &+ UInt64(number))
      var alarms = [0, 0]
      for _ in 0..<runs {
        let then = project.baseline(&random)
        let now = (0..<3).map { project.run("now \($0)", &random) }
        if !Verdict(then: then, now: [now[0]]).risen.isEmpty { alarms[0] += 1 }
        if !Verdict(then: then, now: now).risen.isEmpty { alarms[1] += 1 }
      }
      let cells = [name, "\(project.actions)", "\(project.tests)", "\(project.baselineRuns)"]
      lines.append(Line.row(cells, alarms, of: runs))
    }
    return lines
  }
}
