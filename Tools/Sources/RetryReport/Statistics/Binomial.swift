internal import Foundation

/// The probability of so many successes or more in so many trials.
enum Binomial {
  static func probability(ofAtLeast count: Int, in total: Int, rate: Double) -> Double {
    if count <= 0 { return 1 }
    if rate <= 0 || count > total { return 0 }
    if rate >= 1 { return 1 }
    let terms = (count...total).map { value in
      let ways = lgamma(Double(total) + 1) - lgamma(Double(value) + 1) - lgamma(Double(total - value) + 1)
      return exp(ways + Double(value) * log(rate) + Double(total - value) * log1p(-rate))
    }
    return min(1, terms.reduce(0, +))
  }
}
