internal import Foundation

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
    let all = logBinomial(total + baseTotal, successes)
    let terms = stride(from: most, through: count, by: -1).map { value in
      exp(logBinomial(total, value) + logBinomial(baseTotal, successes - value) - all)
    }
    return min(1, terms.reduce(0, +))
  }

  private static func logBinomial(_ n: Int, _ k: Int) -> Double {
    logFactorial(n) - logFactorial(k) - logFactorial(n - k)
  }

  private static func logFactorial(_ n: Int) -> Double { lgamma(Double(n) + 1) }
}
