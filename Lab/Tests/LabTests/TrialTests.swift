import Foundation
import Testing

@testable import Experiment

@Suite(.serialized) struct TrialTests {
  init() {
    // A log of thousands of steps would be useless.
    setenv("AUTO_RETRY_LOG", "off", 1)
  }

  /// The proof that the simulation may leave XCTest out.
  @Test(arguments: Strategy.allCases)
  func `XCTest makes no difference to a result`(strategy: Strategy) async {
    for scenario in Simulation.flaky + Simulation.withBug + Simulation.withSetUp {
      for seed in 1...50 as ClosedRange<UInt64> {
        let bare = Trial(strategy, scenario, seed: seed).runBare()
        // XCTest's tests run outside those of Swift Testing.
        let inXCTest = await Task.detached { Trial(strategy, scenario, seed: seed).runInXCTest() }.value
        #expect(bare == inXCTest, "\(scenario) seed \(seed)")
      }
    }
  }
}
