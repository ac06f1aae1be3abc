import Foundation
import RetryReport

extension SeededGenerator {
  /// A number from 0 up to 1.
  mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

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

  /// A draw of the gamma distribution (Marsaglia and Tsang, 2000).
  private mutating func gamma(_ shape: Double) -> Double {
    if shape < 1 { return gamma(shape + 1) * pow(1 - unit(), 1 / shape) }
    let d = shape - 1.0 / 3
    let c = 1 / (9 * d).squareRoot()
    while true {
      let normal = (-2 * log(1 - unit())).squareRoot() * cos(2 * .pi * unit())
      let cube = pow(1 + c * normal, 3)
      if cube > 0, log(1 - unit()) < normal * normal / 2 + d - d * cube + d * log(cube) { return d * cube }
    }
  }

  /// The number of events of a rare kind (Knuth).
  mutating func poisson(_ mean: Double) -> Int {
    var (count, product) = (0, 1 - unit())
    let bound = exp(-mean)
    while product > bound {
      count += 1
      product *= 1 - unit()
    }
    return count
  }
}
