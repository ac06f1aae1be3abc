import Foundation
import TargetedAutoRetry
import XCTest

struct PlainTest: TargetedAutoRetry {}

struct PolicyTest: TargetedAutoRetry {
  var retryPolicy: RetryPolicy { RetryPolicy(retryAttempts: 2, conditionTimeout: .seconds(5)) }
}

struct ExcusedTest: TargetedAutoRetry {
  var retryPolicy: RetryPolicy {
    RetryPolicy(because: .fixable(reason: "The tap is lost", bug: "https://bugs.example/17", expires: "2099-12-31"))
  }
}

final class RetryableTests: RetryableTestCase {}

/// The places where steps run, besides a plain thread.
enum Place {
  /// Blocks the thread until a task is over; an asynchronous `main` would be a task itself, and cost its steps more.
  static func inTask(_ body: @escaping @Sendable () async -> Void) {
    let isOver = DispatchSemaphore(value: 0)
    Task {
      await body()
      isOver.signal()
    }
    isOver.wait()
  }

  /// Runs tests as XCTest does.
  static func inTests(_ count: Int, _ body: @escaping (RetryableTests) -> Void) {
    let suite = XCTestSuite(name: "StepCost")
    for _ in 0..<count { suite.addTest(RetryableTests(name: "testSteps") { ($0 as? RetryableTests).map(body) }) }
    suite.run()
  }
}
