import Foundation

/// The published tables.
enum MarkdownTable {
  /// The share of flaky failures that are gone, and the cost.
  static func flakes(_ tallies: [Tally]) -> String {
    table(
      ["flake rate of a step", "strategy", "flaky failures removed", "time", "retries per test", "green suites"],
      tallies.filter { Strategy.compared.contains($0.strategy) }.map { tally in
        [
          String(format: "%.0f %%", tally.scenario.flakeRate * 100),
          tally.strategy.rawValue,
          tally.strategy == .nothing ? "none of \(tally.flakes)" : text(tally.removedShare),
          String(format: "%.2f", tally.relativeTime),
          String(format: "%.3f", tally.retriesPerTest),
          text(tally.greenShare),
        ]
      }
    )
  }

  /// The cost of a repeated setup.
  static func times(_ tallies: [Tally]) -> String {
    let setUps = Set(tallies.map(\.scenario.setUpSeconds)).sorted().map { String(format: "%.0f s", $0) }
    return table(
      ["setup"] + setUps,
      byStrategy(tallies, Strategy.compared) { [String(format: "%.2f", $0.relativeTime)] }
    )
  }

  /// The detection of a bug of the product.
  static func bugs(_ tallies: [Tally]) -> String {
    let header =
      ["strategy"]
      + ["outside the steps", "inside a step"].flatMap { ["tests with a bug \($0)", "of these, failed because of it"] }
    return table(header, byStrategy(tallies, Strategy.allCases) { ["\($0.bugStruck)", text($0.reportedShare)] })
  }

  /// A row for each strategy, with the cells of its scenarios in their order.
  private static func byStrategy(
    _ tallies: [Tally],
    _ strategies: [Strategy],
    _ cells: (Tally) -> [String]
  ) -> [[String]] {
    strategies.map { strategy in [strategy.rawValue] + tallies.filter { $0.strategy == strategy }.flatMap(cells) }
  }

  /// A share with its interval, in percent, such as `97.3 (96.9–97.7)`.
  private static func text(_ rate: Rate) -> String {
    let (low, high) = rate.interval
    return "\(percent(rate.share)) (\(percent(low))–\(percent(high)))"
  }

  private static func percent(_ share: Double) -> String {
    // More digits if the difference to 0 or to 1 matters.
    let digits = share > 0.99 || share < 0.01 ? 2 : 1
    let text = String(format: "%.\(digits)f", share * 100)
    return text.hasSuffix(".00") || text.hasSuffix(".0") ? String(format: "%.0f", share * 100) : text
  }

  private static func table(_ header: [String], _ rows: [[String]]) -> String {
    let lines = [header, header.map { _ in "---" }] + rows
    return lines.map { "| " + $0.joined(separator: " | ") + " |" }.joined(separator: "\n") + "\n"
  }
}
