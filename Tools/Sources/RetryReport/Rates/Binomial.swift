internal import Foundation

/// The probability of at least so many successes in so many trials.
package enum Binomial {
  package static func probability(ofAtLeast count: Int, in total: Int, rate: Double) -> Double {
    if count <= 0 { return 1 }
    if rate <= 0 || count > total { return 0 }
    if rate >= 1 { return 1 }
    // Of the two sums, take the one whose terms decrease.
    if Double(count) <= Double(total) * rate {
      return 1 - probability(ofAtLeast: total - count + 1, in: total, rate: 1 - rate)
    }
    var term = exp(logWays(count, of: total) + Double(count) * log(rate) + Double(total - count) * log1p(-rate))
    var (sum, successes) = (term, count)
    while successes < total, term > sum * 1e-17 {
      term *= Double(total - successes) / Double(successes + 1) * rate / (1 - rate)
      sum += term
      successes += 1
    }
    return min(1, sum)
  }

  /// The natural logarithm of the number of ways to choose so many of a total.
  package static func logWays(_ count: Int, of total: Int) -> Double {
    lgamma(Double(total) + 1) - lgamma(Double(count) + 1) - lgamma(Double(total - count) + 1)
  }
}
