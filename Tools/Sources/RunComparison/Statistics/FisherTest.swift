internal import Foundation
internal import RetryReport

/// Fisher's exact test, one-sided.
enum FisherTest {
  /// The probability of `count` or more successes in the new sample if both samples have one rate.
  ///
  /// - Parameters:
  ///   - baseCount: The successes of the old sample.
  ///   - baseTotal: The size of the old sample.
  static func probability(of count: Int, in total: Int, base baseCount: Int, in baseTotal: Int) -> Double {
    let successes = count + baseCount
    let most = min(total, successes)
    guard count <= most, count > max(0, successes - baseTotal) else { return 1 }
    let all = Binomial.logWays(successes, of: total + baseTotal)
    let terms = stride(from: most, through: count, by: -1).map { value in
      exp(Binomial.logWays(value, of: total) + Binomial.logWays(successes - value, of: baseTotal) - all)
    }
    return min(1, terms.reduce(0, +))
  }
}
