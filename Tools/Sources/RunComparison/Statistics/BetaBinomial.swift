internal import Foundation
internal import RetryReport

/// The number of successes in trials whose rate is itself drawn from a beta distribution.
struct BetaBinomial {
  let trials: Int
  let alpha: Double
  let beta: Double

  var mean: Double { Double(trials) * alpha / (alpha + beta) }

  /// The probability of that many successes or more.
  func probability(ofAtLeast count: Int) -> Double {
    if count <= 0 { return 1 }
    if count > trials { return 0 }
    // Of the two sums, take the one whose terms decrease.
    if Double(count) > mean { return min(1, sum(from: count)) }
    let failures = BetaBinomial(trials: trials, alpha: beta, beta: alpha)
    return max(0, 1 - failures.sum(from: trials - count + 1))
  }

  private func sum(from first: Int) -> Double {
    var term = exp(logProbability(of: first))
    var sum = term
    for count in first..<trials where term > sum * 1e-17 {
      let (done, left) = (Double(count), Double(trials - count))
      term *= left * (done + alpha) / ((done + 1) * (left - 1 + beta))
      sum += term
    }
    return sum
  }

  /// The natural logarithm of the probability of exactly that many successes.
  func logProbability(of count: Int) -> Double {
    let (done, left) = (Double(count), Double(trials - count))
    return Binomial.logWays(count, of: trials) + Self.logBeta(done + alpha, left + beta) - Self.logBeta(alpha, beta)
  }

  private static func logBeta(_ a: Double, _ b: Double) -> Double { lgamma(a) + lgamma(b) - lgamma(a + b) }
}

extension BetaBinomial {
  /// - Parameter correlation: The correlation of two trials, more than 0 and less than 1.
  init(trials: Int, rate: Double, correlation: Double) {
    let size = 1 / correlation - 1
    self.init(trials: trials, alpha: rate * size, beta: (1 - rate) * size)
  }
}
