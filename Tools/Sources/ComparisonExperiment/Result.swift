import Foundation
import RetryReport

/// How often something was found in the runs of a scenario.
struct Result {
  private let scenario: Scenario
  private var random: SeededGenerator
  private var runs = 0
  private var ownCause = 0
  private var sameCause = 0
  private var falseAlarms = 0
  private var wholeTests = 0

  init(_ scenario: Scenario, seed: UInt64) {
    self.scenario = scenario
    random = SeededGenerator(seed: seed &+ UInt64(scenario.tests) &* 1_000 &+ UInt64(scenario.flakeRate * 100))
  }

  mutating func addRun() {
    let baseline = scenario.baseline(&random)
    func findings(_ bug: Scenario.Bug) -> Comparison { Comparison(scenario.counts(bug, &random), with: baseline) }
    runs += 1
    if findings(.ownCause).newCauses.contains(where: { $0.action == "Sign In" }) { ownCause += 1 }
    if findings(.sameCause).risen.contains(where: { $0.action == "Sign In" }) { sameCause += 1 }
    let calm = findings(.none)
    if !calm.newCauses.isEmpty || !calm.risen.isEmpty { falseAlarms += 1 }
    if scenario.wholeTestFails(&random) { wholeTests += 1 }
  }

  var row: String {
    let counts = [ownCause, sameCause, falseAlarms, wholeTests].map { Rate(count: $0, total: runs).asShare }
    return "| \(Int(scenario.flakeRate * 100)) % | \(scenario.tests) | \(counts.joined(separator: " | ")) |\n"
  }
}

extension Rate {
  /// Such as `99.83 % (99.73 to 99.89)`.
  fileprivate var asShare: String {
    let (low, high) = interval
    return String(format: "%.2f %% (%.2f to %.2f)", share * 100, low * 100, high * 100)
  }
}
