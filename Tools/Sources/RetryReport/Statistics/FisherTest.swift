internal import Foundation

/// Fisher's exact test, one-sided: the probability of that many successes or more if both samples have one rate.
package enum FisherTest {
  /// - Parameters:
  ///   - count: The successes of the new sample.
  ///   - total: The size of the new sample.
  ///   - baseCount: The successes of the old sample.
  ///   - baseTotal: The size of the old sample.
  /// - Returns: The probability of `count` successes or more in the new sample, 0 to 1.
  package static func probability(of count: Int, in total: Int, base baseCount: Int, in baseTotal: Int) -> Double {
    let successes = count + baseCount
    let most = min(total, successes)
    guard count <= most else { return 1 }
    guard count > max(0, successes - baseTotal) else { return 1 }
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
