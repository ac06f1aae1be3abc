internal import Foundation

/// The failures to expect in new runs, after those of older ones, if nothing has changed.
///
/// The rate is not known; the older runs leave a beta distribution of it. Each new run has a rate of its own around it (a
/// beta-binomial distribution).
struct Surprise {
  private let base: Rate
  private let inflation: Double
  private let correlation: Double

  /// - Parameters:
  ///   - base: The older runs; see ``RateSample/inflation(correlation:)``.
  ///   - inflation: The factor by which they say less than so many independent steps.
  ///   - correlation: The correlation of two steps of one run.
  init(after base: Rate, inflation: Double, correlation: Double) {
    (self.base, self.inflation, self.correlation) = (base, inflation, correlation)
  }

  /// The failures turned into successes.
  var mirrored: Surprise {
    let successes = Rate(count: base.total - base.count, total: base.total)
    return Surprise(after: successes, inflation: inflation, correlation: correlation)
  }

  /// The probability of that many failures or more, never less than that of Fisher's exact test.
  ///
  /// - Parameter level: The probability beyond which it need not be exact, because no finding tells of it.
  func probability(ofAtLeast count: Int, in new: RateSample, level: Double = 1) -> Double {
    probability(ofAtLeast: count, in: new, level: level, possibleRates)
  }

  /// The smallest number of failures with at most that probability; nil if there is none.
  func smallestCount(in new: RateSample, level: Double) -> Int? {
    let rates = possibleRates
    func isRare(_ count: Int) -> Bool { probability(ofAtLeast: count, in: new, level: level, rates) <= level }
    var (low, high) = (0, new.all.total)
    guard isRare(high) else { return nil }
    while low < high {
      let middle = (low + high) / 2
      if isRare(middle) { high = middle } else { low = middle + 1 }
    }
    return high
  }

  private func probability(
    ofAtLeast count: Int,
    in new: RateSample,
    level: Double,
    _ rates: @autoclosure () -> [(rate: Double, weight: Double)]
  ) -> Double {
    let exact = FisherTest.probability(of: count, in: new.all.total, base: base.count, in: base.total)
    return exact > level ? exact : max(exact, spread(ofAtLeast: count, in: new, rates()))
  }

  private func spread(ofAtLeast count: Int, in new: RateSample, _ rates: [(rate: Double, weight: Double)]) -> Double {
    let correlation = correlation(in: new)
    return rates.reduce(0.0) { sum, part in
      let counts = BetaBinomial(trials: new.all.total, rate: part.rate, correlation: correlation)
      return sum + part.weight * counts.probability(ofAtLeast: count)
    }
  }

  /// The correlation of two steps of the new runs, of which those of different runs are independent.
  func correlation(in new: RateSample) -> Double {
    let trials = Double(new.all.total)
    if trials < 2 { return correlation }
    return min(Spread.largest, max(1e-9, (new.inflation(correlation: correlation) - 1) / (trials - 1)))
  }

  /// The probability of each rate that the older runs leave possible.
  private var possibleRates: [(rate: Double, weight: Double)] {
    // A beta distribution after Jeffreys.
    let alpha = Double(base.count) / inflation + 0.5
    let beta = Double(base.total - base.count) / inflation + 0.5
    func logDensity(_ odds: Double) -> Double { -alpha * log1p(exp(-odds)) - beta * log1p(exp(odds)) }
    let top = log(alpha / beta)
    // Small steps of the log-odds in the middle, and large ones to the tail, which is long where nothing has failed.
    func odds(at place: Double) -> Double { top + place + sinh(place) / 10 }
    let highest = logDensity(top)
    let reaches = [-1.0, 1.0].map { side in
      var (near, far) = (0.0, 700.0)
      for _ in 0..<50 {
        let middle = (near + far) / 2
        if logDensity(odds(at: side * middle)) > highest - 40 { near = middle } else { far = middle }
      }
      return far
    }
    let nodes = 128
    let distance = (reaches[0] + reaches[1]) / Double(nodes)
    let places = (0...nodes).map { distance * Double($0) - reaches[0] }
    let weights = places.map { exp(logDensity(odds(at: $0)) - highest) * (1 + cosh($0) / 10) }
    let sum = weights.reduce(0, +)
    return zip(places, weights).compactMap { place, weight in
      let rate = 1 / (1 + exp(-odds(at: place)))
      return weight / sum < 1e-14 || rate < 1e-300 || rate >= 1 ? nil : (rate, weight / sum)
    }
  }
}
