@testable import RetryReport
@testable import RunComparison

extension RunCounts {
  init(run: String, os: String = "", actions: [String: [String: TestCounts]]) {
    self.init(id: run, os: os, startMs: 0, actions: actions.mapValues { ActionCounts(tests: $0) })
  }

  /// A run of one action, with the failures of each test, all of one kind.
  static func of(
    _ run: String,
    os: String = "linux",
    action: String = "Sign In",
    kind: String = "lost",
    _ tests: [String: (failures: Int, steps: Int)]
  ) -> RunCounts {
    RunCounts(
      run: run,
      os: os,
      actions: [
        action: tests.mapValues {
          let kinds = $0.failures == 0 ? [:] : [CauseKind(text: kind): $0.failures]
          return TestCounts(Rate(count: $0.failures, total: $0.steps), kinds: kinds)
        }
      ]
    )
  }
}

extension Comparison {
  static func of(_ then: [RunCounts], _ now: [RunCounts]) throws -> Comparison {
    try Comparison(now, with: Baseline(then))
  }

  /// Whether its text has a part.
  func says(_ part: String) -> Bool { ComparisonFormat.text(summary).contains(part) }
}

extension Baseline {
  /// The counts of all its runs together.
  var all: RunCounts { RunCounts(parts) }

  /// The share of first attempts of an action that failed.
  func rate(of action: String = "Sign In") -> Rate? { all.actions[action]?.failures }
}
