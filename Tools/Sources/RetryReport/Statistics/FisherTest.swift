internal import Foundation

/// Fisher's exact test, one-sided: how likely so many successes or more are, if both samples are of one rate.
enum FisherTest {
  /// - Parameters:
  ///   - count: The successes of the new sample.
  ///   - total: Its size.
  ///   - baseCount: The successes of the old one.
  ///   - baseTotal: Its size.
  /// - Returns: The probability of `count` successes or more in the new sample, 0 to 1.
  static func probability(of count: Int, in total: Int, base baseCount: Int, in baseTotal: Int) -> Double {
    let successes = count + baseCount
    let most = min(total, successes)
    guard count > max(0, successes - baseTotal) else { return 1 }
    let all = logBinomial(total + baseTotal, successes)
    let terms = stride(from: most, through: count, by: -1).map { value in
      exp(logBinomial(total, value) + logBinomial(baseTotal, successes - value) - all)
    }
    return min(1, terms.reduce(0, +))
  }

  /// The smallest number of successes that is significant; nil if none is.
  static func smallestSignificantCount(in total: Int, base baseCount: Int, in baseTotal: Int, level: Double) -> Int? {
    var (low, high) = (0, total)
    guard probability(of: high, in: total, base: baseCount, in: baseTotal) <= level else { return nil }
    // The more successes, the less likely.
    while low < high {
      let middle = (low + high) / 2
      if probability(of: middle, in: total, base: baseCount, in: baseTotal) <= level {
        high = middle
      } else {
        low = middle + 1
      }
    }
    return high
  }

  private static func logBinomial(_ n: Int, _ k: Int) -> Double {
    logFactorial(n) - logFactorial(k) - logFactorial(n - k)
  }

  private static func logFactorial(_ n: Int) -> Double { lgamma(Double(n) + 1) }
}
