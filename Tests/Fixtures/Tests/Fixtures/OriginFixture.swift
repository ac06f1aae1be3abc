import Foundation
import TargetedAutoRetry
import Testing
import XCTest

/// Issues of threads, queues and run loops; each name gives the expected color.
final class OriginFixture: RetryableTestCase, @unchecked Sendable {
  private func expectation(isFulfilled: Bool) -> XCTestExpectation {
    let expectation = XCTestExpectation(description: "the server answers")
    if isFulfilled { expectation.fulfill() }
    return expectation
  }

  /// The server does not answer in the first two attempts.
  func testGreenWait() {
    step { wait(for: [expectation(isFulfilled: RetryAttempt.current?.number == 3)], timeout: 0.01) }
  }

  @MainActor func testGreenOwnExpectations() {
    var handled = 0
    step {
      let (answer, attempt) = (expectation(description: "the server answers"), RetryAttempt.current?.number)
      if attempt == 3 { answer.fulfill() }
      if attempt == 2 { return waitForExpectations(timeout: 0.01) }
      waitForExpectations(timeout: 0.01) { _ in handled += 1 }
    }
    XCTAssertEqual(handled, 2)
  }

  /// XCTest would stop the process.
  func testRedSecondWait() {
    let answer = expectation(isFulfilled: true)
    step {
      wait(for: [answer], timeout: 0.01)
      XCTAssertEqual(RetryAttempt.current?.number, 2)
    }
  }

  private static let shared = XCTestExpectation(description: "the server answers")

  func testRedWaitOfSecondRun() {
    flaky(.fixable(reason: "slow map")) { wait(for: [Self.shared], timeout: 0.01) }
  }

  func testRedSameExpectationTwice() {
    let answer = expectation(isFulfilled: true)
    wait(for: [answer, answer], timeout: 0.01)
  }

  func testRedSecondFulfillment() async {
    let answer = expectation(isFulfilled: true)
    for _ in 1...2 { await fulfillment(of: [answer], timeout: 0.01) }
  }

  func testRedInvertedExpectation() {
    step {
      let complaint = XCTestExpectation(description: "the server complains")
      complaint.isInverted = true
      if RetryAttempt.current?.number == 1 { complaint.fulfill() }
      wait(for: [complaint], timeout: 0.01)
    }
  }

  /// A waiting step lets the main queue, timers and the main actor work.
  func testGreenQueueDuringWait() {
    let news = News()
    step {
      news.count = 0
      DispatchQueue.main.async { news.count += 1 }
      Timer.scheduledTimer(withTimeInterval: 0.01, repeats: false) { _ in news.count += 1 }
      Task { @MainActor in news.count += 1 }
      autoWait("News", for: .seconds(10)) { news.count == 3 }
    }
  }

  /// The policy around the wait does not apply to the block.
  func testGreenStepDuringWait() {
    let news = News()
    withRetryPolicy(RetryPolicy(retryAttempts: 0)) {
      DispatchQueue.main.async {
        self.step(until: { RetryAttempt.current?.number == 2 })
        news.count = 1
      }
      autoWait("News", for: .seconds(10)) { news.count == 1 }
    }
  }

  /// A block that the main queue runs while a step waits belongs to the test.
  func testRedQueueDuringWait() {
    step {
      if RetryAttempt.current?.number == 1 { DispatchQueue.main.async { XCTFail("of the main queue") } }
      autoWait("News", for: .milliseconds(20), failTestOnFailure: false) { false }
      XCTAssertEqual(RetryAttempt.current?.number, 2)
    }
  }

  /// A block that the main queue runs while the code of an attempt waits belongs to the attempt.
  func testGreenQueueDuringOwnWait() {
    let news = News()
    let retries = step {
      news.count = 0
      DispatchQueue.main.async {
        news.count += 1
        XCTAssertEqual(RetryAttempt.current?.number, 2, "of the main queue")
      }
      while news.count == 0 { RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.01)) }
    }
    XCTAssertEqual(retries, 1)
  }

  func testRedThread() { step { Stranger.onThread { XCTFail("of a stranger") } } }

  func testRedQueue() { step { Stranger.onQueue { XCTFail("of a stranger") } } }

  /// The scope of the thread, not of the attempt.
  func testRedScopeOfThread() {
    step { Stranger.onThread { RetryScope.current.perform { XCTFail("of a stranger") } } }
  }

  /// Its author may think that a scope is that of the attempt in which it is used.
  func testRedScopeOfOutside() {
    let scope = RetryScope.current
    step("Outer") { step { scope.perform { XCTFail("of a stranger") } } }
  }

  func testRedWaitOutsideOfSteps() {
    wait(for: [expectation(isFulfilled: false)], timeout: 0.01)  // wait
  }

  /// XCTest's own wait, which reports from a thread of its own.
  func testRedWaitInOrder() {
    step {
      let answer = expectation(isFulfilled: RetryAttempt.current?.number == 2)
      wait(for: [answer], timeout: 0.01, enforceOrder: true)
    }
  }
}

/// Everything that counts runs on the main thread.
private final class News: @unchecked Sendable {
  var count = 0
}

@Suite struct OriginSuiteFixture: TargetedAutoRetry {
  @Test func redThread() { step { Stranger.onThread { Issue.record("of a stranger") } } }

  @Test func redQueue() { step { Stranger.onQueue { Issue.record("of a stranger") } } }

  @Test func redScopeOfOutside() {
    let scope = RetryScope.current
    step("Outer") { step { scope.perform { #expect(Bool(false), "of a stranger") } } }
  }
}

/// Runs code where nobody carries the attempt, and waits for its end.
private enum Stranger {
  static func onThread(_ body: @escaping @Sendable () -> Void) {
    wait { isDone in Thread.detachNewThread { isDone(body()) } }
  }

  static func onQueue(_ body: @escaping @Sendable () -> Void) {
    wait { isDone in DispatchQueue.global().async { isDone(body()) } }
  }

  private static func wait(_ start: (@escaping @Sendable (Void) -> Void) -> Void) {
    let done = DispatchSemaphore(value: 0)
    start { done.signal() }
    done.wait()
  }
}
