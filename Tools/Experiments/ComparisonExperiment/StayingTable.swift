import RetryReport

/// A bug that stays on the default branch, and is fixed after some runs.
enum StayingTable {
  /// The runs with the bug.
  private static let runsWithBug = 30
  /// The runs that prove it to be green again.
  private static let greensInARow = 3

  private static let bugs: [(String, Bug)] = [
    ("5 to 15 %", Bug(rate: 0.15)), ("a new cause in 5 %", Bug(ownCause: 0.05)),
    ("all rates triple", Bug(ofAll: 3)),
  ]

  static func lines(streams: Int, seed: UInt64) async -> [String] {
    var lines = [
      "## A bug that stays", "",
      "Each line simulates \(streams) default branches of 5 actions twice: once as they are, and once with every red run repeated. The bug comes "
        + "after 20 runs, stays for \(runsWithBug) runs, and is then fixed. The columns show",
      "",
      "- *found*: how many of the branches turn red before the fix;",
      "- *red until the fix*: how many of these are red in every run from the first red one to the fix;",
      "- *first red run*: the number of runs with the bug up to the first red one;",
      "- *first green run*: the number of runs from the fix to the first of three consecutive green ones;",
      "- *with re-runs*: the same, if every red run is repeated.",
      "",
      "The last three columns show the median, then the worst case.",
      "",
    ]
    lines += Line.head(
      ["bug", "setting"],
      ["found", "red until the fix", "first red run", "first green run", "with re-runs"]
    )
    let projects = [
      Project(name: "the same rates", actions: 5), Project(name: "ρ .01", actions: 5, correlation: 0.01),
      Project(name: "the speed varies (σ 0.4)", actions: 5, speedSpread: 0.4),
    ]
    for (place, (name, bug)) in bugs.enumerated() {
      lines += await onAllCores(projects) { number, project in
        var (found, steady, firsts, greens) = (0, 0, [Int](), [[Int]]())
        for hasReruns in [false, true] {
          let fates = (0..<streams).map { stream in
            let seed = seed &* 1_000_000 &+ UInt64(900_000 + place * 3_000 + number * 1_000 + stream)
            return fate(of: bug, project, hasReruns: hasReruns, seed: seed)
          }.filter { $0.reds.contains(true) }
          found += fates.count
          steady += fates.count { $0.reds.drop { !$0 }.allSatisfy(\.self) }
          firsts += fates.map { $0.reds.prefix { !$0 }.count + 1 }
          greens.append(fates.map(\.untilGreen))
        }
        let counts = ["\(found) of \(2 * streams)", "\(steady)"]
        let cells = [name, project.name] + counts + ([firsts] + greens).map(medianAndMost)
        return "| " + cells.joined(separator: " | ") + " |"
      }
    }
    return lines
  }

  private static func medianAndMost(_ numbers: [Int]) -> String {
    guard let most = numbers.max() else { return "" }
    return "\(numbers.sorted()[numbers.count / 2]), \(most)"
  }

  private static func fate(
    of bug: Bug,
    _ project: Project,
    hasReruns: Bool,
    seed: UInt64
  ) -> (reds: [Bool], untilGreen: Int) {
    var source = Runs(project, seed: seed, first: bug.before)
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
