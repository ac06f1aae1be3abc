import RetryReport

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
