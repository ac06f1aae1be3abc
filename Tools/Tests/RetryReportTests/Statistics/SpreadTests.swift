import Foundation
import Testing

@testable import RetryReport

/// The distributions behind a comparison, against their definitions.
@Suite struct SpreadTests {
  private func binomialTail(_ count: Int, _ trials: Int, _ rate: Double) -> Double {
    var sum = 0.0
    for number in count..<max(count, trials + 1) {
      var term = 1.0
      for place in 0..<number { term *= rate * Double(trials - place) / Double(number - place) }
      sum += term * pow(1 - rate, Double(trials - number))
    }
    return sum
  }

  @Test func `a beta-binomial tail is the mixture of binomial tails`() {
    for (trials, rate, correlation) in [(5, 0.1, 0.2), (20, 0.05, 0.01), (40, 0.5, 0.3), (7, 0.99, 0.05)] {
      let counts = BetaBinomial(trials: trials, rate: rate, correlation: correlation)
      let size = 1 / correlation - 1
      // The rate by its log-odds, so that the density has no poles.
      let odds = stride(from: -60.0, through: 60, by: 0.01).map { $0 }
      let weights = odds.map { exp(-rate * size * log1p(exp(-$0)) - (1 - rate) * size * log1p(exp($0))) }
      let sum = weights.reduce(0, +)
      for count in 0...(trials + 1) {
        let expected = zip(odds, weights).reduce(0.0) { all, part in
          all + part.1 / sum * binomialTail(count, trials, 1 / (1 + exp(-part.0)))
        }
        #expect(abs(counts.probability(ofAtLeast: count) - expected) < 1e-5, "\(count) of \(trials)")
      }
    }
  }

  @Test func `large numbers are no trouble for a beta-binomial tail`() {
    let counts = BetaBinomial(trials: 1_000_000, rate: 0.5, correlation: 0.001)
    #expect(abs(counts.probability(ofAtLeast: 500_000) - 0.5) < 0.01)
    #expect(counts.probability(ofAtLeast: 1_000_000) < 1e-12)
    #expect(counts.probability(ofAtLeast: 1) > 1 - 1e-12)
  }

  @Test func `many failures after none at all are as rare as the sum over all rates says`() {
    let odds = stride(from: -80.0, through: 20, by: 0.01).map { $0 }
    let weights = odds.map { exp(-0.5 * log1p(exp(-$0)) - 175.5 * log1p(exp($0))) }
    let tails = zip(odds, weights).map { odds, weight in
      weight * BetaBinomial(trials: 185, rate: 1 / (1 + exp(-odds)), correlation: 0.02).probability(ofAtLeast: 59)
    }
    let expected = tails.reduce(0, +) / weights.reduce(0, +)
    let surprise = Surprise(after: Rate(count: 0, total: 175), inflation: 1, correlation: 0.02)
    let found = surprise.probability(ofAtLeast: 59, in: RateSample([Rate(count: 59, total: 185)]))
    #expect(abs(found / expected - 1) < 1e-6)
  }

  /// Values of the usual tables.
  @Test(arguments: [(1, 3.078), (2, 1.886), (9, 1.383), (10, 1.372), (30, 1.310), (1_000, 1.282)])
  func `Student's quantile is the one of the tables`(degrees: Int, value: Double) {
    #expect(abs(StudentT.quantile(0.9, degreesOfFreedom: degrees) - value) < 0.0006)
  }

  private func runs(_ counts: [Int], of total: Int) -> [String: Rate] {
    Dictionary(
      uniqueKeysWithValues: counts.enumerated().map { ("\($0.offset)", Rate(count: $0.element, total: total)) }
    )
  }

  @Test func `rates that vary more than chance have a spread, and those that do not have the smallest`() {
    let calm = runs([5, 4, 6, 5, 5, 4, 6, 5, 5, 5], of: 100)
    let wild = runs([0, 20, 1, 0, 15, 2, 0, 9, 1, 2], of: 100)
    #expect(Spread.correlations([calm]) == [Spread.smallest])
    #expect(Spread.correlations([wild])[0] > 0.05)
    // The one does not hide the other.
    let both = Spread.correlations([wild] + Array(repeating: calm, count: 30))
    #expect(both[0] > 0.04 && both[1] < 0.02)
  }

  @Test func `few runs say less about a spread`() {
    #expect(Spread.correlations([runs([5], of: 100)]) == [Spread.ofOneRun])
    #expect(Spread.correlations([runs([5, 5], of: 100)]) == [Spread.smallestOfFew])
    #expect(Spread.correlations([runs([0, 0], of: 100)]) == [Spread.smallestOfFew])
    #expect(Spread.correlations([]).isEmpty)
  }

  @Test func `a probability is never less than that of Fisher's exact test, and grows with the spread`() {
    let now = RateSample([Rate(count: 15, total: 100)])
    let base = Rate(count: 50, total: 1_000)
    let fisher = FisherTest.probability(of: 15, in: 100, base: 50, in: 1_000)
    let found = [0.001, 0.01, 0.05].map { correlation in
      Surprise(after: base, inflation: 1 + 99 * correlation, correlation: correlation).probability(
        ofAtLeast: 15,
        in: now
      )
    }
    #expect(fisher <= found[0] && found[0] < found[1] && found[1] < found[2])
    #expect(found[0] < 0.002 && found[2] > 0.02)
  }

  @Test func `the smallest count is the first that is rare`() throws {
    for (correlation, total) in [(0.001, 50), (0.01, 200), (0.05, 30)] {
      let surprise = Surprise(after: Rate(count: 40, total: 800), inflation: 2, correlation: correlation)
      let now = RateSample([Rate(count: 0, total: total)])
      let count = try #require(surprise.smallestCount(in: now, level: 0.01))
      #expect(surprise.probability(ofAtLeast: count, in: now) <= 0.01)
      #expect(surprise.probability(ofAtLeast: count - 1, in: now) > 0.01)
    }
    let few = RateSample([Rate(count: 0, total: 1)])
    #expect(
      Surprise(after: Rate(count: 40, total: 800), inflation: 2, correlation: 0.01).smallestCount(in: few, level: 0.01)
        == nil
    )
  }

  @Test func `the steps of several runs are less alike than those of one`() {
    let surprise = Surprise(after: Rate(count: 10, total: 100), inflation: 1, correlation: 0.05)
    let (one, two) = (Rate(count: 0, total: 200), Rate(count: 0, total: 100))
    #expect(abs(surprise.correlation(in: RateSample([one])) - 0.05) < 1e-9)
    #expect(abs(surprise.correlation(in: RateSample([two, two])) - 0.05 * 99 / 199) < 1e-9)
  }
}
