import Foundation
import RetryReport
import Seeds

extension SeededGenerator {
  /// A number from 0 up to 1.
  mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

  mutating func number(below limit: Int) -> Int { min(limit - 1, Int(unit() * Double(limit))) }

  /// The number of successes in that many trials.
  mutating func binomial(_ trials: Int, _ rate: Double) -> Int {
    var count = 0
    for _ in 0..<trials where unit() < rate { count += 1 }
    return count
  }

  /// A rate around a mean; two trials with it have this correlation.
  mutating func rate(around mean: Double, correlation: Double) -> Double {
    if correlation == 0 || mean == 0 { return mean }
    let size = 1 / correlation - 1
    let (first, second) = (gamma(mean * size), gamma((1 - mean) * size))
    return first + second == 0 ? mean : first / (first + second)
  }

  mutating func normal() -> Double { (-2 * log(1 - unit())).squareRoot() * cos(2 * .pi * unit()) }

  /// A draw of the gamma distribution (Marsaglia and Tsang, 2000).
  private mutating func gamma(_ shape: Double) -> Double {
    if shape < 1 { return gamma(shape + 1) * pow(1 - unit(), 1 / shape) }
    let d = shape - 1.0 / 3
    let c = 1 / (9 * d).squareRoot()
    while true {
      let normal = normal()
      let cube = pow(1 + c * normal, 3)
      if cube > 0, log(1 - unit()) < normal * normal / 2 + d - d * cube + d * log(cube) { return d * cube }
    }
  }

  /// A kind of cause, of which each is rarer than the one before: the first half of all, the others a long tail.
  mutating func kind(of kinds: Int) -> CauseKind {
    let weights = (1...kinds).map { 1 / Double($0 * $0) }
    var rest = unit() * weights.reduce(0, +)
    for (index, weight) in weights.enumerated() {
      rest -= weight
      if rest < 0 { return .number(index) }
    }
    return .number(kinds - 1)
  }
}

extension CauseKind {
  static let bug = CauseKind(text: "bug")

  static func number(_ number: Int) -> CauseKind { CauseKind(text: "kind \(number)") }
}
