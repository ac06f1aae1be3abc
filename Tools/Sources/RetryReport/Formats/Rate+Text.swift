internal import Foundation

/// A share of runs, with its interval.
package struct RunShare {
  private let rate: Rate

  package init(count: Int, total: Int) { rate = Rate(count: count, total: total) }

  /// Such as `99.83 % (99.73 to 99.89)`.
  package var text: String {
    let (low, high) = rate.interval
    return String(format: "%.2f %% (%.2f to %.2f)", rate.share * 100, low * 100, high * 100)
  }
}

extension Rate {
  /// Such as `12 of 400, 3.0 % (1.7 to 5.2)`.
  var text: String {
    let (low, high) = interval
    return "\(count) of \(total), \(share.asPercent) (\(Self.number(low)) to \(Self.number(high)))"
  }

  private static func number(_ share: Double) -> String { String(format: "%.1f", share * 100) }
}
