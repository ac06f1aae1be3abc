import Foundation
import Testing

@testable import RetryReport
@testable import RunComparison

/// Statistics that `figures-agree` cannot reach; it compares all others with those of scipy.
@Suite struct StatisticsTests {
  @Test func `large numbers are computed precisely`() {
    #expect(FisherTest.probability(of: 0, in: 1_000_000, base: 0, in: 1_000_000) == 1)
    let same = FisherTest.probability(of: 50_000, in: 1_000_000, base: 50_000, in: 1_000_000)
    #expect(same > 0.45 && same < 0.55)
    #expect(FisherTest.probability(of: 60_000, in: 1_000_000, base: 50_000, in: 1_000_000) < 1e-12)
    let counts = BetaBinomial(trials: 1_000_000, rate: 0.5, correlation: 0.001)
    #expect(abs(counts.probability(ofAtLeast: 500_000) - 0.5) < 0.01)
    #expect(counts.probability(ofAtLeast: 1_000_000) < 1e-12)
    #expect(counts.probability(ofAtLeast: 1) > 1 - 1e-12)
  }

  @Test func `few runs have a larger minimum spread`() {
    let runs = ["1", "2"].map { run in
      let place = RunPart.Place(run: run, machine: Machine(os: "", arch: ""))
      return Spread.Excess(place: place, excess: 0, scale: 1)
    }
    #expect(Spread.correlations([[runs[0]]]) == [Spread.ofOneRun])
    #expect(Spread.correlations([runs]) == [Spread.smallestOfFew])
    #expect(Spread.correlations([]).isEmpty)
  }
}
