import RetryReport

/// Failures in a row, of which an outage is the reason or a bug in a few tests.
enum OutageTable {
  private struct Scenario {
    let name: String
    var tests = 100
    /// The share of runs with an outage.
    var outagesBefore = 0.0
    var outagesNow = 0.0
    /// The number of tests that are broken in the newer runs.
    var broken = 0
  }

  private static let scenarios: [Scenario] = [
    Scenario(name: "a server is down in one run of five", outagesBefore: 0.2, outagesNow: 0.2),
    Scenario(name: "a server is down in one run of five", tests: 20, outagesBefore: 0.2, outagesNow: 0.2),
    Scenario(name: "a server is down in one run of five", tests: 8, outagesBefore: 0.2, outagesNow: 0.2),
    Scenario(name: "a server is down in every second run", tests: 20, outagesBefore: 0.5, outagesNow: 0.5),
    Scenario(name: "a server is down in one run of five, never before", outagesNow: 0.2),
    Scenario(name: "a server is down in one run of five, never before", tests: 8, outagesNow: 0.2),
    Scenario(name: "a server is down in each run, never before", outagesNow: 1),
    Scenario(name: "a server is down in each run, never before", tests: 20, outagesNow: 1),
    Scenario(name: "five tests are broken", tests: 8, broken: 5),
    Scenario(name: "three tests are broken", tests: 8, broken: 3),
    Scenario(name: "five tests are broken", tests: 20, broken: 5),
    Scenario(name: "five tests are broken", tests: 100, broken: 5),
    Scenario(
      name: "five tests are broken, and a server is down in one run of five",
      tests: 8,
      outagesBefore: 0.2,
      outagesNow: 0.2,
      broken: 5
    ),
  ]

  static func lines(runs: Int, seed: UInt64) -> [String] {
    let head = ["", "tests", "a rate has risen", "perhaps", "by three together", "perhaps"]
    var lines = [
      "## Failures in a row", "",
      "Three actions; a server is down for \(Suite.outageSteps) steps of one of them. Tests that are broken follow each other.",
      "",
    ]
    lines += Line.head(head)
    for (number, scenario) in scenarios.enumerated() {
      var random = SeededGenerator(seed: seed &* 1_000 &+ 300 &+ UInt64(number))
      let suite = Suite(tests: scenario.tests)
      var counts = [0, 0, 0, 0]
      for _ in 0..<runs {
        func run(_ name: String, outages: Double, broken: Int) -> RunTally {
          let isDown = random.unit() < outages
          return suite.run(name, Suite.Weather(isDown: isDown, broken: broken), &random)
        }
        let then = (0..<suite.baselineRuns).map { run("\($0)", outages: scenario.outagesBefore, broken: 0) }
        let now = (0..<3).map { run("now \($0)", outages: scenario.outagesNow, broken: scenario.broken) }
        for (place, runs) in [[now[0]], now].enumerated() {
          let verdict = Verdict(then: then, now: runs)
          if !verdict.risen.isEmpty { counts[2 * place] += 1 }
          if !verdict.perhapsRisen.isEmpty { counts[2 * place + 1] += 1 }
        }
      }
      lines.append(Line.row([scenario.name, "\(scenario.tests)"], counts, of: runs))
    }
    return lines
  }
}
