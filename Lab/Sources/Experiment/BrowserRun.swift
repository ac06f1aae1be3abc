import Storefront
import StorefrontBrowser

/// The same tests in a real browser, in real time.
struct BrowserRun {
  static let conditionTimeout = Duration.seconds(1)

  let tests: Int
  let seed: UInt64
  let scenario: Scenario
  private let driver: BrowserDriver

  /// Starts the browser.
  init(tests: Int, seed: UInt64, scenario: Scenario) throws {
    self.tests = tests
    self.seed = seed
    self.scenario = scenario
    driver = try BrowserDriver()
  }

  /// A tally for each strategy, and the seconds that a test takes on a shop without faults.
  ///
  /// - Parameter progress: Called with the number of tests that are done.
  func run(progress: (Int) -> Void) -> (tallies: [Tally], flakeFreeSeconds: Double) {
    // The first page takes longer than the others.
    _ = trial(.nothing, Scenario(flakeRate: 0), 0)
    let flakeFree = (1...10).map { _ in trial(.nothing, Scenario(flakeRate: 0), 0).seconds }
    var tallies = Strategy.allCases.map { Tally($0, scenario) }
    var seeds = SeededGenerator(seed: seed)
    for number in 1...tests {
      let testSeed = seeds.next()
      let results = Strategy.allCases.map { trial($0, scenario, testSeed) }
      for (index, result) in results.enumerated() { tallies[index].add(result, baseline: results[0]) }
      progress(number)
    }
    return (tallies, flakeFree.reduce(0, +) / Double(flakeFree.count))
  }

  private func trial(_ strategy: Strategy, _ scenario: Scenario, _ seed: UInt64) -> Trial.Result {
    let trial = Trial(strategy, scenario, seed: seed, driver: driver, conditionTimeout: Self.conditionTimeout)
    let start = ContinuousClock.now
    return trial.runInXCTest { (ContinuousClock.now - start) / .seconds(1) }
  }
}
