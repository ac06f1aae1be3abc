internal import RetryReport

/// An alarm that was open before some runs of a comparison.
struct OpenAlarm: Sendable {
  let alarm: Alarm
  /// The newest runs, if they show that it is fixed.
  let fixedIn: Set<String>
  /// The steps that failed, or that had the cause, before the alarm and since then.
  let before: Rate
  let since: Rate
  /// The number of runs since then.
  let runs: Int
  let tests: [String]

  var isFixed: Bool { !fixedIn.isEmpty }

  /// Such as `30 of 200, 15.0 % (10.7 to 20.6) in 2 runs; before in 50 of 1000, 5.0 % (3.8 to 6.5)`.
  var rates: String { "\(since.text) in \(runs.counted("run")); before in \(before.text)" }
}

extension Alarm {
  /// The steps that failed, or that had the cause, in each test of a run that the alarm concerns.
  func failures(in run: RunCounts) -> [(test: String, rate: Rate)] {
    run.actions.filter { action.isEmpty || $0.key == action }.flatMap { name, counts in
      counts.tests.map { (test: $0, rate: kind.isEmpty ? $1.failures : steps(in: $1, of: name)) }
    }
  }

  /// The steps of a test that had the cause.
  private func steps(in counts: TestCounts, of name: String) -> Rate {
    let found = counts.kinds.filter { (action.isEmpty ? $0.key.withoutName(of: name) : $0.key).text == kind }
    return Rate(count: found.values.reduce(0, +), total: counts.steps)
  }
}
