import Foundation

/// A share of a number of trials, with the interval that contains the true share with 95 % confidence.
///
/// The interval is Wilson's ("Probable Inference, the Law of Succession, and Statistical Inference", 1927), which also
/// holds for shares near 0 and 1.
struct Share: Equatable, Sendable {
  let count: Int
  let total: Int

  var value: Double { total == 0 ? 0 : Double(count) / Double(total) }

  var interval: ClosedRange<Double> {
    guard total > 0 else { return 0...1 }
    let (n, z) = (Double(total), 1.959_963_984_540_054)
    let center = (value + z * z / (2 * n)) / (1 + z * z / n)
    let margin = z / (1 + z * z / n) * (value * (1 - value) / n + z * z / (4 * n * n)).squareRoot()
    return max(0, center - margin)...min(1, center + margin)
  }

  /// The share with its interval, such as `97.3 % (96.9 to 97.7)`.
  var description: String {
    guard total > 0 else { return "–" }
    return "\(Self.percent(value)) % (\(Self.percent(interval.lowerBound)) to \(Self.percent(interval.upperBound)))"
  }

  private static func percent(_ share: Double) -> String {
    // More digits if the difference to 0 or to 1 matters.
    let digits = share > 0.99 || share < 0.01 ? 2 : 1
    let text = String(format: "%.\(digits)f", share * 100)
    return text.hasSuffix(".00") || text.hasSuffix(".0") ? String(format: "%.0f", share * 100) : text
  }
}
