import RetryReport

/// A bug that stays on the default branch, and is mended after some runs.
enum StayingTable {
  /// The runs with the bug.
  private static let runsWithBug = 30
  /// The runs that prove it to be green again.
  private static let greensInARow = 3

  private static let bugs: [(String, Bug)] = [
    ("5 to 15 %", Bug(rate: 0.15)), ("own cause in 5 %", Bug(ownCause: 0.05)),
    ("all actions, three times", Bug(ofAll: 3)),
  ]

  static func lines(streams: Int, seed: UInt64) -> [String] {
    var lines = [
      "## A bug that stays", "",
      "\(streams) default branches, of 5 actions, each with the bug in \(runsWithBug) runs after 20 without, and then mended. Re-runs: each red run is run again. Green: the first of \(greensInARow) green runs in a row.",
      "",
    ]
    lines += Line.head([
      "bug", "in", "re-runs", "found", "red in every run after that", "the first red run, the median",
      "the first green run after it is mended, the median", "at most",
    ])
    let projects = [
      Project(name: "the same rates", actions: 5), Project(name: "ρ .01", actions: 5, correlation: 0.01),
      Project(name: "log-normal speed", actions: 5, speedSpread: 0.4),
    ]
    for (place, (name, bug)) in bugs.enumerated() {
      for (number, project) in projects.enumerated() {
        for hasReruns in [false, true] {
          var (found, steady): (Int, Int) = (0, 0)
          var (firsts, greens): ([Int], [Int]) = ([], [])
          for stream in 0..<streams {
            let seed = seed &* 1_000_000 &+ UInt64(900_000 + place * 3_000 + number * 1_000 + stream)
            let fate = fate(of: bug, project, hasReruns: hasReruns, seed: seed)
            guard let first = fate.reds.firstIndex(of: true) else { continue }
            found += 1
            if fate.reds[first...].allSatisfy({ $0 }) { steady += 1 }
            firsts.append(first + 1)
            greens.append(fate.untilGreen)
          }
          let cells = [name, project.name, hasReruns ? "yes" : "no", "\(found)", "\(steady)"]
          let last = ["\(median(firsts))", "\(median(greens))", "\(greens.max() ?? 0)"]
          lines.append("| " + (cells + last).joined(separator: " | ") + " |")
        }
      }
    }
    return lines
  }

  private static func median(_ numbers: [Int]) -> Int { numbers.isEmpty ? 0 : numbers.sorted()[numbers.count / 2] }

  private static func fate(
    of bug: Bug,
    _ project: Project,
    hasReruns: Bool,
    seed: UInt64
  ) -> (reds: [Bool], untilGreen: Int) {
    var source = Runs(project, seed: seed, isRising: true)
    var main = MainBranch((0..<20).map { _ in source.next() })
    func isRed(_ bug: Bug, _ source: inout Runs, _ main: inout MainBranch) -> Bool {
      let run = source.next(bug)
      let verdict = main.add(run)
      guard verdict.isRed, hasReruns else { return verdict.isRed }
      return main.add(source.again(bug)).isRed
    }
    let reds = (0..<runsWithBug).map { _ in isRed(bug, &source, &main) }
    var (runs, greens) = (0, 0)
    while greens < greensInARow, runs < 50 {
      greens = isRed(Bug(), &source, &main) ? 0 : greens + 1
      runs += 1
    }
    return (reds, runs - greens + 1)
  }
}
