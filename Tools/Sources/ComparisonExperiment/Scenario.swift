import RetryReport

/// Runs of tests whose second step has a bug, or has not.
struct Scenario {
  enum Bug {
    case none
    /// It fails of a cause that the flake does not have.
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

  /// What the records of a run say.
  func facts(_ bug: Bug, _ random: inout Random) -> RunFacts {
    let actions = Self.actions.map { action in (action, step(action == "Sign In" ? bug : .none, &random)) }
    return RunFacts(id: "run", startMs: 0, actions: Dictionary(uniqueKeysWithValues: actions))
  }

  func baseline(_ random: inout Random) -> Baseline {
    // Ten runs and one that is ten times as long are the same to it.
    let whole = Scenario(flakeRate: flakeRate, tests: tests * Self.baselineRuns)
    return Baseline([whole.facts(.none, &random)])
  }

  /// Whether a test of a run fails although it runs again up to three times: the bug strikes each time.
  func wholeTestFails(_ random: inout Random) -> Bool {
    (0..<tests).contains { _ in (0...Self.retries).allSatisfy { _ in random.next() < Self.bugRate } }
  }

  private func step(_ bug: Bug, _ random: inout Random) -> RunFacts.Action {
    var (failures, flakes, bugs) = (0, 0, 0)
    for _ in 0..<tests {
      var (sawFlake, sawBug) = (false, false)
      for attempt in 0...Self.retries {
        let isBug = bug != .none && random.next() < Self.bugRate
        let isFlake = !isBug && random.next() < flakeRate
        guard isBug || isFlake else { break }
        if attempt == 0 { failures += 1 }
        if isBug && bug == .ownCause { sawBug = true } else { sawFlake = true }
      }
      if sawFlake { flakes += 1 }
      if sawBug { bugs += 1 }
    }
    return RunFacts.Action(steps: tests, firstFailures: failures, causes: [Self.flake: flakes, Self.ownCause: bugs])
  }
}

/// Numbers from a seed: SplitMix64 (Steele, Lea and Flood, 2014).
struct Random {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  /// From 0 up to 1.
  mutating func next() -> Double {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Double((mixed ^ (mixed >> 31)) >> 11) * 0x1p-53
  }
}
