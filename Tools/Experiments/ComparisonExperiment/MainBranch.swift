import RetryReport
import RunComparison

/// The default branch of a project, whose runs are compared and learned one after the other.
struct MainBranch {
  private var baseline: Baseline

  /// The findings of a run.
  struct Verdict {
    /// The actions of new alarms; `all` for all actions together.
    var rates: [String] = []
    var causes: [(action: String, kind: String)] = []
    /// Whether an alarm is open after it.
    var isRed = false

    var raisesAlarm: Bool { !rates.isEmpty || !causes.isEmpty }
  }

  /// Runs of which nothing is known.
  init(_ runs: [[RunCounts]]) {
    baseline = Baseline(Array(runs.joined()))
  }

  mutating func add(_ run: [RunCounts]) -> Verdict {
    let comparison = try? Comparison(run, with: baseline, branch: .main)
    baseline.add(run)
    guard let comparison else { return Verdict() }
    baseline.learn(comparison)
    return verdict(comparison)
  }

  /// The findings in a run of another branch.
  func compare(_ run: [RunCounts]) -> Verdict {
    (try? Comparison(run, with: baseline)).map(verdict) ?? Verdict()
  }

  private func verdict(_ comparison: Comparison) -> Verdict {
    let raised = comparison.raised
    return Verdict(
      rates: raised.filter(\.kind.isEmpty).map { $0.action.isEmpty ? "all" : $0.action },
      causes: raised.filter { !$0.kind.isEmpty }.map { ($0.action, $0.kind) },
      isRed: !comparison.failures(onNewCause: true, onRegression: true).isEmpty
    )
  }
}
