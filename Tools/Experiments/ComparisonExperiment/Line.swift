import Foundation
import RetryReport

/// A line of a table of shares.
enum Line {
  static func row(_ label: String, _ counts: [Int], of runs: Int) -> String {
    "| " + ([label] + counts.map { percent(Double($0) / Double(runs)) }).joined(separator: " | ") + " |"
  }

  /// Such as `0.8`.
  static func percent(_ share: Double) -> String { String(format: "%.1f", share * 100) }

  static func head(_ labels: [String], _ figures: [String]) -> [String] {
    [
      "| " + (labels + figures).joined(separator: " | ") + " |",
      "|" + (labels.map { _ in "---|" } + figures.map { _ in "--:|" }).joined(),
    ]
  }
}
