internal import Foundation

/// Student's t distribution.
enum StudentT {
  /// The value below which a share of the distribution lies.
  ///
  /// - Parameter share: The share, more than 0.5 and less than 1.
  static func quantile(_ share: Double, degreesOfFreedom: Int) -> Double {
    var (low, high) = (0.0, 1e6)
    for _ in 0..<80 {
      let middle = (low + high) / 2
      if probability(below: middle, degreesOfFreedom) < share { low = middle } else { high = middle }
    }
    return high
  }

  /// The finite series of Abramowitz and Stegun, 26.7.3 and 26.7.4.
  private static func probability(below value: Double, _ degrees: Int) -> Double {
    let angle = atan(value / Double(degrees).squareRoot())
    let cosine = cos(angle)
    let isOdd = degrees % 2 == 1
    var term = isOdd ? cosine : 1
    var sum = 0.0
    for index in stride(from: isOdd ? 1 : 0, to: degrees - 1, by: 2) {
      sum += term
      term *= cosine * cosine * Double(index + 1) / Double(index + 2)
    }
    let central = isOdd ? 2 / Double.pi * (angle + sin(angle) * sum) : sin(angle) * sum
    return (1 + central) / 2
  }
}
