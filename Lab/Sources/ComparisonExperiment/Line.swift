import Foundation
import RetryReport

/// A line of a table of shares.
enum Line {
  static func row(_ cells: [String], _ counts: [Int], of runs: Int) -> String {
    "| " + (cells + counts.map { Rate(count: $0, total: runs).asShare }).joined(separator: " | ") + " |"
  }

  static func head(_ cells: [String]) -> [String] {
    ["| " + cells.joined(separator: " | ") + " |", "|" + cells.map { _ in "--:|" }.joined()]
  }
}

extension Rate {
  /// In percent, such as `0.8 (0.4–1.6)`.
  var asShare: String {
    let (low, high) = interval
    return String(format: "%.1f (%.1f–%.1f)", share * 100, low * 100, high * 100)
  }
}
