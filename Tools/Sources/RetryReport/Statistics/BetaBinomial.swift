internal import Foundation

/// The number of successes in trials whose rate is itself drawn from a beta distribution.
struct BetaBinomial {
  let trials: Int
  let correlation: Double
  private let alpha: Double
  private let beta: Double

  /// - Parameter correlation: The correlation of two trials, more than 0 and less than 1.
  init(trials: Int, rate: Double, correlation: Double) {
    let size = 1 / correlation - 1
    self.trials = trials
    self.correlation = correlation
    alpha = rate * size
    beta = (1 - rate) * size
  }

  var mean: Double { Double(trials) * alpha / (alpha + beta) }

  /// The probability of that many successes or more.
  func probability(ofAtLeast count: Int) -> Double {
    if count <= 0 { return 1 }
    if count > trials { return 0 }
    // The sum that begins near the middle and falls.
    let isHigh = Double(count) > mean
    return min(1, max(0, isHigh ? upperSum(from: count) : 1 - lowerSum(from: count - 1)))
  }

  private func upperSum(from first: Int) -> Double {
    var term = exp(logProbability(of: first))
    var sum = term
    for count in first..<trials where term > sum * 1e-17 {
      let (done, left) = (Double(count), Double(trials - count))
      term *= left * (done + alpha) / ((done + 1) * (left - 1 + beta))
      sum += term
    }
    return sum
  }

  private func lowerSum(from first: Int) -> Double {
    var term = exp(logProbability(of: first))
    var sum = term
    for count in stride(from: first, to: 0, by: -1) where term > sum * 1e-17 {
      let (done, left) = (Double(count), Double(trials - count))
      term *= done * (left + beta) / ((left + 1) * (done - 1 + alpha))
      sum += term
    }
    return sum
  }

  private func logProbability(of count: Int) -> Double {
    let (done, all) = (Double(count), Double(trials))
    return lgamma(all + 1) - lgamma(done + 1) - lgamma(all - done + 1)
      + logBeta(done + alpha, all - done + beta) - logBeta(alpha, beta)
  }
}

/// The logarithm of the beta function.
func logBeta(_ a: Double, _ b: Double) -> Double { lgamma(a) + lgamma(b) - lgamma(a + b) }
