import Foundation
import TargetedAutoRetry
import XCTest

private final class PlainTests: XCTestCase {}
private final class RetryableTests: RetryableTestCase {}

/// Runs suites of empty tests on both base classes in turn, and prints the difference in time.
///
/// Nothing is printed while they run, and the tests are empty, so the result is the maximum that the base class can
/// add.
@main
enum SuiteOverhead {
  private static let tests = 500
  private static let rounds = 101

  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    if let count = arguments.last.flatMap({ Int($0) }) {
      // The run for `instructions` to count.
      _ = run(RetryableTests.self, count)
      return
    }
    _ = (run(PlainTests.self), run(RetryableTests.self))
    var plain: [Double] = []
    var retryable: [Double] = []
    for _ in 0..<rounds {
      plain.append(run(PlainTests.self))
      retryable.append(run(RetryableTests.self))
    }
    print("\(tests) empty tests, \(rounds) rounds of both in turn, in milliseconds")
    print("                   minimum   median")
    print(row("XCTestCase", plain))
    print(row("RetryableTestCase", retryable))
    // XCTest occasionally stalls for a tenth of a second with either class. Only the fastest rounds can be compared.
    print(String(format: "ratio of the minima  %.3f", (retryable.min() ?? 0) / (plain.min() ?? 1)))
  }

  /// - Returns: The seconds that a suite takes.
  private static func run<TestCase: XCTestCase>(_ type: TestCase.Type, _ tests: Int = tests) -> Double {
    let suite = XCTestSuite(name: "\(type)")
    for number in 1...tests { suite.addTest(TestCase(name: "test\(number)", testClosure: { _ in })) }
    let start = ContinuousClock.now
    suite.run()
    return Double((ContinuousClock.now - start) / .nanoseconds(1)) / 1e9
  }

  private static func row(_ name: String, _ seconds: [Double]) -> String {
    let sorted = seconds.sorted().map { $0 * 1_000 }
    return name.padding(toLength: 18, withPad: " ", startingAt: 0)
      + String(format: "%8.2f %8.2f", sorted[0], sorted[rounds / 2])
  }
}
