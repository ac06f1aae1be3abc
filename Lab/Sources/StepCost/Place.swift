import Foundation
import TargetedAutoRetry
import XCTest

struct PlainTest: TargetedAutoRetry {}

struct PolicyTest: TargetedAutoRetry {
  var retryPolicy: RetryPolicy { RetryPolicy(retryAttempts: 2, conditionTimeout: .seconds(5)) }
}

struct FlakyTest: TargetedAutoRetry {
  var retryPolicy: RetryPolicy {
    RetryPolicy(because: .fixable(reason: "The tap is lost", bug: "https://bugs.example/17", expires: "2099-12-31"))
  }
}

final class RetryableTests: RetryableTestCase {}

final class PlainTests: XCTestCase, TargetedAutoRetry {}

/// The places where steps run, other than a plain thread.
enum Place {
  /// Blocks the thread until a task is finished.
  ///
  /// An asynchronous `main` would itself be a task, and make all steps more
  /// expensive.
  static func inTask(_ body: @escaping @Sendable () async -> Void) {
    let isFinished = DispatchSemaphore(value: 0)
    Task {
      await body()
      isFinished.signal()
    }
    isFinished.wait()
  }

  /// Blocks this thread until another one, whose stack has room for many steps inside each other, is finished.
  static func onDeepThread(_ body: @escaping @Sendable () -> Void) {
    let isFinished = DispatchSemaphore(value: 0)
    let thread = Thread {
      body()
      isFinished.signal()
    }
    thread.stackSize = 64 << 20
    thread.start()
    isFinished.wait()
  }

  /// Runs a test as XCTest does.
  static func inTest<Test: XCTestCase>(_ body: @escaping (Test) -> Void) {
    let suite = XCTestSuite(name: "StepCost")
    suite.addTest(Test(name: "testSteps") { ($0 as? Test).map(body) })
    suite.run()
  }
}
