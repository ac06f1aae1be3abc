internal import Foundation

/// A share, with its interval.
package struct Rate: Equatable, Sendable, Codable {
  package let count: Int
  package let total: Int

  package init(count: Int, total: Int) {
    self.count = count
    self.total = total
  }

  package static let zero = Rate(count: 0, total: 0)

  package static func + (left: Rate, right: Rate) -> Rate {
    Rate(count: left.count + right.count, total: left.total + right.total)
  }

  package static func += (sum: inout Rate, more: Rate) { sum = sum + more }

  package var share: Double { total == 0 ? 0 : Double(count) / Double(total) }

  /// Wilson's interval with 95 % confidence.
  package var interval: (low: Double, high: Double) {
    guard total > 0 else { return (0, 1) }
    let z = 1.959963984540054
    let n = Double(total)
    let centre = share + z * z / (2 * n)
    let spread = z * (share * (1 - share) / n + z * z / (4 * n * n)).squareRoot()
    let scale = 1 + z * z / n
    return (max(0, (centre - spread) / scale), min(1, (centre + spread) / scale))
  }

  /// The exact lower bound with 95 % confidence (Clopper and Pearson, one-sided).
  var lowerBound: Double {
    guard count > 0 else { return 0 }
    var (low, high) = (0.0, share)
    // The probability of the count grows with the rate, so the bound can be searched in halves.
    while high - low > high * 1e-9 {
      let middle = (low + high) / 2
      if Binomial.probability(ofAtLeast: count, in: total, rate: middle) < 0.05 { low = middle } else { high = middle }
    }
    return low
  }

  /// The count, the share and its interval, such as `12 of 400, 3.0 % (1.7 to 5.2)`.
  package var text: String {
    let (low, high) = interval
    return "\(count) of \(total), \(share.asPercent) (\(Self.number(low)) to \(Self.number(high)))"
  }

  private static func number(_ share: Double) -> String { String(format: "%.1f", share * 100) }
}
