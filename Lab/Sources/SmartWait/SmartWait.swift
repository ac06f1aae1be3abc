import Foundation
import TargetedAutoRetry
import XCTest

private struct Test: TargetedAutoRetry {}

/// Measures the delay with which each way to wait notices a true condition, and its processor time.
@main
enum SmartWait {
  private static let trials = 20

  private struct Way {
    let name: String
    let wait: (@escaping @Sendable () -> Bool) -> Void
  }

  private static var ways: [Way] {
    [10, 50, 100, 500].flatMap { milliseconds in
      [
        Way(name: "autoRetry, every \(milliseconds) ms") { condition in
          Test().autoRetry(
            mainAction: {},
            successCondition: { condition() },
            policy: RetryPolicy(conditionTimeout: .seconds(10), pollingInterval: .milliseconds(milliseconds))
          )
        },
        Way(name: "a loop that sleeps, every \(milliseconds) ms") { condition in
          while !condition() { usleep(UInt32(milliseconds) * 1_000) }
        },
      ]
    } + [
      Way(name: "XCTNSPredicateExpectation") { condition in
        let expectation = XCTNSPredicateExpectation(predicate: NSPredicate { _, _ in condition() }, object: NSObject())
        _ = XCTWaiter().wait(for: [expectation], timeout: 10)
      }
    ]
  }

  static func main() {
    setenv("AUTO_RETRY_LOG", "off", 1)
    print("\(trials) conditions that become true after 200 to 600 ms; the same for each way")
    print("".padding(toLength: 36, withPad: " ", startingAt: 0) + "late, mean      worst   processor time of the wait")
    for way in ways { print(row(way)) }
  }

  private static func row(_ way: Way) -> String {
    var lateness: [Double] = []
    var waited = 0.0
    let before = processorTime()
    for trial in 0..<trials {
      // Spread evenly, and out of step with any interval.
      let delay = 0.2 + 0.4 * (Double(trial) * 0.618_033_988_75).truncatingRemainder(dividingBy: 1)
      let start = ContinuousClock.now
      let moment = start + .seconds(delay)
      way.wait { ContinuousClock.now >= moment }
      let end = ContinuousClock.now
      lateness.append((end - moment) / .milliseconds(1))
      waited += (end - start) / .seconds(1)
    }
    let mean = lateness.reduce(0, +) / Double(trials)
    return way.name.padding(toLength: 36, withPad: " ", startingAt: 0)
      + String(
        format: "%7.1f ms %7.1f ms   %.3f %%",
        mean,
        lateness.max() ?? 0,
        (processorTime() - before) / waited * 100
      )
  }

  /// The processor time in seconds.
  private static func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
