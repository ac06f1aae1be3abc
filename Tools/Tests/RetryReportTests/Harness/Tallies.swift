@testable import RetryReport

extension RunTally {
  /// A run of one action, with the failures of each test, of one kind unless there are others.
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
  /// A comparison in which all kinds of the older runs are known.
  static func of(_ then: [RunTally], _ now: [RunTally]) -> Comparison {
    var known: [String: Set<CauseKind>] = [:]
    for (action, tests) in then.flatMap(\.actions) {
      known[action, default: []].formUnion(tests.values.flatMap(\.kinds.keys))
    }
    let runs = ComparedRuns(then: then, now: now)
    return Comparison(
      [(runs, 1)],
      newest: runs.newer,
      known: { _ in known },
      statesOfAlarms: { _ in [] },
      details: { _, kind in CauseCounts(kind) },
      level: usualLevel
    )
  }
}
