import Foundation
import RetryReport

/// The published tables.
enum MarkdownTable {
  /// The share of flaky failures that are gone, and the cost.
  static func flakes(_ tallies: [Tally]) -> String {
    table(
      ["flake rate of a step", "strategy", "flaky failures that are gone", "time", "retries a test", "green suites"],
      tallies.map { tally in
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

  /// The cost of a repeated set-up.
  static func times(_ tallies: [Tally]) -> String {
    let setUps = Set(tallies.map(\.scenario.setUpSeconds)).sorted()
    let byStrategy = Dictionary(grouping: tallies, by: \.strategy)
    return table(
      ["set-up"] + setUps.map { String(format: "%.0f s", $0) },
      Strategy.allCases.map { strategy in
        let times = (byStrategy[strategy] ?? []).sorted { $0.scenario.setUpSeconds < $1.scenario.setUpSeconds }
        return [strategy.rawValue] + times.map { String(format: "%.2f", $0.relativeTime) }
      }
    )
  }

  /// The detection of a bug of the product.
  static func bugs(_ tallies: [Tally]) -> String {
    let places = Dictionary(grouping: tallies, by: \.strategy)
    return table(
      ["strategy"] + ["outside", "inside"].flatMap { ["struck \($0)", "failed for it"] },
      Strategy.allCases.map { strategy in
        let bugs = (places[strategy] ?? []).sorted {
          $0.scenario.bug != .insideAStep && $1.scenario.bug == .insideAStep
        }
        return [strategy.rawValue] + bugs.flatMap { ["\($0.bugStruck)", text($0.reportedShare)] }
      }
    )
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
