/// The results of many trials of one strategy in one scenario.
struct Tally: Sendable {
  let strategy: Strategy
  let scenario: Scenario
  private(set) var tests = 0
  private(set) var retries = 0
  private(set) var seconds = 0.0
  /// The tests in which the bug struck, and those of them that failed for it.
  private(set) var bugStruck = 0
  private(set) var bugReported = 0
  /// The tests that fail without a retry, and those of them that pass here.
  private(set) var flakes = 0
  private(set) var removed = 0
  private(set) var suites = 0
  private(set) var greenSuites = 0

  init(_ strategy: Strategy, _ scenario: Scenario) {
    self.strategy = strategy
    self.scenario = scenario
  }

  /// - Parameter baseline: The result of the same test without a retry.
  mutating func add(_ result: Trial.Result, baseline: Trial.Result) {
    tests += 1
    retries += result.retries
    seconds += result.seconds
    if result.bugStruck {
      bugStruck += 1
      if result.outcome == .failedByBug { bugReported += 1 }
    }
    if baseline.outcome == .failedByFlake {
      flakes += 1
      if result.outcome != .failedByFlake { removed += 1 }
    }
  }

  mutating func addSuite(isGreen: Bool) {
    suites += 1
    if isGreen { greenSuites += 1 }
  }

  /// The share of the flaky failures without a retry that are gone.
  var removedShare: Rate { Rate(count: removed, total: flakes) }
  /// The share of the tests in which the bug struck that failed for it.
  var reportedShare: Rate { Rate(count: bugReported, total: bugStruck) }
  var greenShare: Rate { Rate(count: greenSuites, total: suites) }
  var retriesPerTest: Double { Double(retries) / Double(max(tests, 1)) }

  /// The time of a test, as a multiple of its time without flakes and without retries.
  var relativeTime: Double {
    seconds / Double(max(tests, 1)) / Simulation.flakeFreeSeconds(setUpSeconds: scenario.setUpSeconds)
  }
}
