@testable import RetryReport

extension RunTally {
  init(run: String, os: String = "", actions: [String: [String: TestCounts]]) {
    self.init(run: run, machine: Machine(os: os, arch: ""), actions: actions)
  }

  /// A run of one action, with the failures of each test, all of one kind.
  static func of(
    _ run: String,
    os: String = "linux",
    action: String = "Sign In",
    kind: String = "lost",
    _ tests: [String: (failures: Int, steps: Int)]
  ) -> RunTally {
    RunTally(
      run: run,
      os: os,
      actions: [
        action: tests.mapValues {
          let kinds = $0.failures == 0 ? [:] : [CauseKind(text: kind): $0.failures]
          return TestCounts(Tally(steps: $0.steps, failures: $0.failures), kinds: kinds)
        }
      ]
    )
  }
}

extension Comparison {
  static func of(_ then: [RunTally], _ now: [RunTally]) -> Comparison {
    let runs = ComparedRuns(then: then, now: now)
    let own = now.map { run in
      RunCounts(id: run.run, startMs: 0, actions: run.actions.mapValues { ActionCounts(tests: $0) })
    }
    return Comparison([(runs, 1)], newest: runs.newer, own: RunCounts(own), level: usualLevel)
  }

  /// Whether its text has a part.
  func says(_ part: String) -> Bool { ComparisonFormat.text(self).contains(part) }
}

extension BaselineAction {
  /// The share of first attempts that failed.
  var rate: Rate { tests.values.flatMap(\.values.values).map(\.rate).reduce(.zero, +) }
}
