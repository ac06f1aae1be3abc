import Foundation
import RetryReport
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

  @Test(arguments: Strategy.allCases)
  func `without faults every strategy passes at once, in the same time`(strategy: Strategy) {
    let result = Trial(strategy, Scenario(flakeRate: 0), seed: 1).runBare()
    #expect(
      result == Trial.Result(outcome: .passed, bugStruck: false, retries: 0, seconds: Simulation.flakeFreeSeconds())
    )
  }

  @Test func `where every step fails always, nothing helps, and the retries are counted`() {
    let results = Strategy.allCases.map { Trial($0, Scenario(flakeRate: 1), seed: 1).runBare() }
    #expect(results.allSatisfy { $0.outcome == .failedByFlake })
    #expect(results.map(\.retries) == [0, 3, 3, 15])
    let tallies = Simulation(suites: 2, testsPerSuite: 2, seed: 1).run(Scenario(flakeRate: 1))
    #expect(tallies.map(\.removedShare.share) == [0, 0, 0, 0])
  }

  @Test func `every run of a test begins with its set-up`() {
    let seconds = Strategy.allCases.map { strategy in
      let trials = [0, 10].map { seconds in
        Trial(strategy, Scenario(flakeRate: 1, setUpSeconds: seconds), seed: 1).runBare().seconds
      }
      return (trials[1] - trials[0]).rounded()
    }
    #expect(seconds == [10, 40, 10, 40])
  }

  @Test func `a test without faults takes the time of its operations in the shop`() {
    // It opens a page, types twice, taps three times, and checks four times.
    #expect(abs(Simulation.flakeFreeSeconds() - (0.3 + 2 * 0.2 + 3 * 0.2 + 4 * 0.08)) < 0.000_1)
  }

  @Test func `the same seed gives the same simulation, another seed another`() {
    let scenario = Scenario(flakeRate: 0.2)
    let runs = [7, 7, 8].map { seed in
      Simulation(suites: 20, testsPerSuite: 5, seed: seed).run(scenario).map(\.flakyFailures)
    }
    #expect(runs[0] == runs[1])
    #expect(runs[0] != runs[2])
  }

  @Test func `a bug outside the retried steps fails its test, and a bug inside is retried away`() {
    let tallies = [Scenario.Bug.outsideTheSteps, .insideAStep].map { bug in
      Simulation(suites: 100, testsPerSuite: 10, seed: 1).run(Scenario(flakeRate: 0.05, bug: bug))[2]
    }
    #expect(tallies[0].strategy == .steps)
    #expect(tallies[0].reportedShare.share == 1)
    #expect(tallies[0].bugStruck > 50)
    #expect(tallies[1].reportedShare.share < 0.1)
  }
}
