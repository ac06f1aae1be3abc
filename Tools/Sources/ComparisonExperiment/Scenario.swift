import RetryReport

/// Runs of tests, with or without a bug in the second step.
struct Scenario {
  enum Bug {
    case none
    /// A bug with a cause that the flake does not have.
    case ownCause
    case sameCause
  }

  static let flakeRates = [0.01, 0.05, 0.1]
  static let sizes = [50, 100, 200, 400]
  static let bugRate = 0.1
  static let baselineRuns = 10
  private static let actions = ["Launch", "Sign In", "Navigate"]
  private static let retries = 3
  private static let flake = CauseKind(cause: "condition", message: "The success condition was false after 1.0 s.")
  private static let ownCause = CauseKind(cause: "error", message: "The server answered 500")

  let flakeRate: Double
  let tests: Int

  /// The counts of a run.
  func counts(_ bug: Bug, _ random: inout SeededGenerator) -> RunCounts {
    let actions = Self.actions.map { action in (action, step(action == "Sign In" ? bug : .none, &random)) }
    return RunCounts(id: "run", startMs: 0, actions: Dictionary(uniqueKeysWithValues: actions))
  }

  func baseline(_ random: inout SeededGenerator) -> Baseline {
    // A baseline sums up its runs, so one run that is ten times as long is the same.
    let whole = Scenario(flakeRate: flakeRate, tests: tests * Self.baselineRuns)
    return Baseline([whole.counts(.none, &random)])
  }

  /// True if the bug strikes a test of the run each time, also in its three re-runs.
  func wholeTestFails(_ random: inout SeededGenerator) -> Bool {
    (0..<tests).contains { _ in (0...Self.retries).allSatisfy { _ in random.unit() < Self.bugRate } }
  }

  private func step(_ bug: Bug, _ random: inout SeededGenerator) -> ActionCounts {
    var (failures, flakes, bugs) = (0, 0, 0)
    for _ in 0..<tests {
      var (sawFlake, sawBug) = (false, false)
      for attempt in 0...Self.retries {
        let isBug = bug != .none && random.unit() < Self.bugRate
        let isFlake = !isBug && random.unit() < flakeRate
        guard isBug || isFlake else { break }
        if attempt == 0 { failures += 1 }
        if isBug && bug == .ownCause { sawBug = true } else { sawFlake = true }
      }
      if sawFlake { flakes += 1 }
      if sawBug { bugs += 1 }
    }
    return ActionCounts(steps: tests, firstFailures: failures, causes: [Self.flake: flakes, Self.ownCause: bugs])
  }
}

extension SeededGenerator {
  /// A number from 0 up to 1.
  mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }
}
