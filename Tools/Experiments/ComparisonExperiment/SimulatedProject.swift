import RetryReport

/// A project whose default branch has learned its earlier runs.
struct SimulatedProject {
  private var source: Runs
  private var main: MainBranch

  init(_ project: Project, seed: UInt64, first: Double? = nil) {
    var source = Runs(project, seed: seed, first: first)
    main = MainBranch(
      (0..<project.olderRuns).map { run in
        project.hadOutage && run == project.olderRuns / 2 ? source.outage(.number(0), of: 0) : source.next()
      }
    )
    self.source = source
  }

  /// Whether a pull request shows a bug, and the first of ten runs of the default branch that shows it.
  mutating func find(_ bug: Bug, _ isFound: (MainBranch.Verdict) -> Bool) -> (inBranch: Bool, firstRun: Int) {
    let inBranch = isFound(main.compare(source.next(bug, isOfBranch: true)))
    let first = (1...10).first { _ in isFound(main.add(source.next(bug))) }
    return (inBranch, first ?? .max)
  }

  /// The verdicts on the next runs of the default branch.
  mutating func verdicts(of runs: Int) -> [MainBranch.Verdict] { (0..<runs).map { _ in main.add(source.next()) } }

  /// The verdict on a run of the default branch with an outage; `nil` for none.
  mutating func outage(isNew: Bool?) -> MainBranch.Verdict {
    main.add(isNew.map { source.outage($0 ? .bug : .number(0)) } ?? source.next())
  }

  /// The numbers of runs in which an alarm begins, of red runs, and of pull requests with an alarm.
  mutating func falseAlarms(in runs: Int) -> [Int] {
    var counts = [0, 0, 0]
    for _ in 0..<runs {
      let branch = main.compare(source.next(isOfBranch: true))
      let verdict = main.add(source.next())
      for (index, isHit) in [verdict.raisesAlarm, verdict.isRed, branch.raisesAlarm].enumerated() where isHit {
        counts[index] += 1
      }
    }
    return counts
  }
}
