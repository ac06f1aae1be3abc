import Storefront

/// Many suites of tests in memory, whose time is counted rather than awaited.
struct Simulation {
  /// 1, 5, 10 and 20 % of the flaky steps fail.
  static let flakeRates = [0.01, 0.05, 0.1, 0.2]
  /// The flake rate of the other comparisons.
  static let usualFlakeRate = 0.05

  static let flaky = flakeRates.map { Scenario(flakeRate: $0) }
  static let withBug = [Scenario.Bug.outsideTheSteps, .insideAStep].map { bug in
    Scenario(flakeRate: usualFlakeRate, bug: bug)
  }
  static let withSetUp = [0, 2, 10].map { Scenario(flakeRate: usualFlakeRate, setUpSeconds: $0) }

  let suites: Int
  let testsPerSuite: Int
  let seed: UInt64

  /// A tally for each strategy in each scenario.
  func run(_ scenario: Scenario) -> [Tally] {
    var tallies = Strategy.allCases.map { Tally($0, scenario) }
    var seeds = SeededGenerator(seed: seed)
    for _ in 0..<suites {
      var isGreen = Strategy.allCases.map { _ in true }
      for _ in 0..<testsPerSuite {
        let testSeed = seeds.next()
        let results = Strategy.allCases.map { Trial($0, scenario, seed: testSeed).runBare() }
        for (index, result) in results.enumerated() {
          tallies[index].add(result, baseline: results[0])
          if result.outcome != .passed { isGreen[index] = false }
        }
      }
      for index in tallies.indices { tallies[index].addSuite(isGreen: isGreen[index]) }
    }
    return tallies
  }

  /// The seconds that a test takes on a shop without faults.
  static func flakeFreeSeconds(setUpSeconds: Double = 0) -> Double {
    Trial(.nothing, Scenario(flakeRate: 0, setUpSeconds: setUpSeconds), seed: 0).runBare().seconds
  }
}
