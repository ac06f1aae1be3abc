import Foundation

/// The published tables.
enum MarkdownTable {
  /// The share of flaky failures that are gone, and the cost.
  static func flakes(_ tallies: [Tally], flakeFreeSeconds: Double) -> String {
    table(
      ["flake rate of a step", "strategy", "flaky failures that are gone", "time", "retries a test"]
        + (tallies.contains { $0.suites > 0 } ? ["green suites"] : []),
      tallies.map { tally in
        [
          percent(tally.scenario.flakeRate),
          tally.strategy.rawValue,
          tally.strategy == .nothing ? "none of \(tally.flakes)" : tally.removedShare.description,
          String(format: "%.2f", tally.relativeTime(flakeFree: flakeFreeSeconds)),
          String(format: "%.3f", tally.retriesPerTest),
        ] + (tally.suites > 0 ? [tally.greenShare.description] : [])
      }
    )
  }

  /// The cost of a repeated set-up.
  static func times(_ tallies: [Tally]) -> String {
    table(
      ["set-up", "strategy", "time"],
      tallies.map { tally in
        let flakeFree = Simulation.flakeFreeSeconds(setUpSeconds: tally.scenario.setUpSeconds)
        return [
          String(format: "%.0f s", tally.scenario.setUpSeconds),
          tally.strategy.rawValue,
          String(format: "%.2f", tally.relativeTime(flakeFree: flakeFree)),
        ]
      }
    )
  }

  /// The detection of a bug of the product.
  static func bugs(_ tallies: [Tally]) -> String {
    table(
      ["the bug is", "strategy", "tests it struck", "and that failed for it"],
      tallies.map { tally in
        [
          tally.scenario.bug == .insideAStep ? "inside a retried step" : "outside the flaky steps",
          tally.strategy.rawValue,
          "\(tally.bugStruck) of \(tally.tests)",
          tally.reportedShare.description,
        ]
      }
    )
  }

  private static func percent(_ share: Double) -> String { String(format: "%.0f %%", share * 100) }

  private static func table(_ header: [String], _ rows: [[String]]) -> String {
    let lines = [header, header.map { _ in "---" }] + rows
    return lines.map { "| " + $0.joined(separator: " | ") + " |" }.joined(separator: "\n") + "\n"
  }
}
