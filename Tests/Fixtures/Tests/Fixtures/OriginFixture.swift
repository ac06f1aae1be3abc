import Foundation
import TargetedAutoRetry
import XCTest

/// Issues of threads, queues and run loops; each name gives the expected colour.
final class OriginFixture: RetryableTestCase, @unchecked Sendable {
  private var attempt = 0

  override func setUp() {
    guard name.contains("SetUp") else { return }
    RunLoop.main.add(Timer(timeInterval: 0.001, repeats: false) { _ in XCTFail("a bug") }, forMode: .default)
  }

  private func spin() { RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.03)) }

  /// A step that recovers in its second attempt, and spins the run loop in its first.
  private func stepThatSpins() {
    autoRetry(
      mainAction: {
        attempt += 1
        if attempt == 1 { spin() }
      },
      successCondition: { attempt == 2 }
    )
  }

  func testRedBlockOfTheBody() {
    DispatchQueue.main.async { XCTFail("a bug") }  // block of the body
    stepThatSpins()
  }

  func testRedTimerOfSetUp() { stepThatSpins() }

  func testRedBlockOfAnEarlierAttempt() {
    autoRetry(
      mainAction: {
        attempt += 1
        if attempt == 1 { DispatchQueue.main.async { XCTFail("a bug") } } else if attempt == 2 { spin() }
      },
      successCondition: { attempt == 3 }
    )
  }

  func testRedBlockOfTheAttemptThatDoesNotCarryIt() {
    autoRetry(
      mainAction: {
        attempt += 1
        guard attempt == 1 else { return }
        DispatchQueue.main.async { XCTFail("a bug") }
        spin()
      },
      successCondition: { attempt == 2 }
    )
  }

  func testRedBlockOfAnotherTest1() { DispatchQueue.main.async { XCTFail("a bug") } }

  func testRedBlockOfAnotherTest2() { stepThatSpins() }

  func testRedStepInABlock() {
    DispatchQueue.main.async { [self] in
      autoRetry(mainAction: {}, successCondition: { false }, retryAttempts: 1)
    }
    stepThatSpins()
  }

  @MainActor func testRedBlockInARunLoopOfATask() async {
    RunLoop.main.add(Timer(timeInterval: 0.001, repeats: false) { _ in XCTFail("a bug") }, forMode: .default)
    await autoRetry(
      mainAction: {
        attempt += 1
        if attempt == 1 { await Task { @MainActor in spin() }.value }
      },
      successCondition: { attempt == 2 }
    )
  }

  func testRedBlockInAFlakyScope() {
    if retryCount == 0 { DispatchQueue.main.async { XCTFail("a bug") } }
    flaky(.fixable(reason: "slow map")) { spin() }
  }

  func testRedBlockInAModeOfItsOwn() {
    let mode = RunLoop.Mode("shop")
    RunLoop.main.add(Timer(timeInterval: 0.001, repeats: false) { _ in XCTFail("a bug") }, forMode: mode)
    autoRetry(
      mainAction: {
        attempt += 1
        if attempt == 1 { _ = RunLoop.main.run(mode: mode, before: Date(timeIntervalSinceNow: 0.2)) }
      },
      successCondition: { attempt == 2 }
    )
  }

  /// Both loops run in the same mode, and only the inner one runs the foreign block.
  func testRedBlockInAModeOfItsOwnInside() {
    let mode = RunLoop.Mode("shop")
    let spin = { @Sendable in _ = RunLoop.main.run(mode: mode, before: Date(timeIntervalSinceNow: 0.2)) }
    RunLoop.main.add(
      Timer(timeInterval: 0.001, repeats: false) { [self] _ in
        RunLoop.main.add(Timer(timeInterval: 0.001, repeats: false) { _ in XCTFail("a bug") }, forMode: mode)
        autoRetry(
          mainAction: {
            attempt += 1
            if attempt == 1 { spin() }
          },
          successCondition: { attempt == 2 }
        )
      },
      forMode: mode
    )
    spin()
  }

  /// A scope of a test case whose test is not running would never end.
  func testRedFlakyScopeOfAnotherTestCase() {
    let other = OriginFixture(name: "testOther", testClosure: { _ in })
    other.flaky(.fixable(reason: "slow map")) { XCTFail("a bug") }
  }

  /// A flaky scope that a block opens belongs to the test, and to no attempt.
  func testGreenFlakyScopeInABlock() {
    if retryCount == 0 {
      DispatchQueue.main.async { [self] in flaky(.fixable(reason: "slow map")) { XCTFail("a flake") } }
    }
    stepThatSpins()
  }

  /// Outside any scope there is nothing to carry, and nothing to take away.
  func testGreenScopeOfTheBodyInAnAttempt() {
    let scope = RetryScope.current
    autoRetry(
      mainAction: {
        attempt += 1
        scope.perform { XCTAssertEqual(attempt, 2) }
      },
      successCondition: { true }
    )
  }

  /// A step in a block is an ordinary step.
  func testGreenStepInABlockRecovers() {
    DispatchQueue.main.async { [self] in
      var attempt = 0
      autoRetry(
        mainAction: {
          attempt += 1
          XCTAssertEqual(attempt, 2)
        },
        successCondition: { true }
      )
    }
    stepThatSpins()
  }

  func testGreenNestedRunLoopOfAStepInABlock() {
    DispatchQueue.main.async { [self] in
      var attempt = 0
      autoRetry(
        mainAction: {
          attempt += 1
          spin()
          XCTAssertEqual(attempt, 2)
        },
        successCondition: { true }
      )
    }
    stepThatSpins()
  }

  func testGreenTaskOfTheAttempt() {
    autoRetry(
      mainAction: {
        attempt += 1
        let isOver = XCTestExpectation()
        Task { @MainActor [attempt] in
          XCTAssertEqual(attempt, 2)
          isOver.fulfill()
        }
        wait(for: [isOver], timeout: 10)
      },
      successCondition: { true }
    )
  }

  func testGreenBlockThatCarriesTheAttempt() {
    autoRetry(
      mainAction: {
        attempt += 1
        let isOver = XCTestExpectation()
        let scope = RetryScope.current
        DispatchQueue.main.async { [attempt] in
          scope.perform { XCTAssertEqual(attempt, 2) }
          isOver.fulfill()
        }
        wait(for: [isOver], timeout: 10)
      },
      successCondition: { true }
    )
  }

  func testRedBlockThatCarriesAnAttemptThatIsOver() {
    autoRetry(
      mainAction: {
        attempt += 1
        let scope = RetryScope.current
        if attempt == 1 { DispatchQueue.main.async { scope.perform { XCTFail("a bug") } } } else { spin() }
      },
      successCondition: { attempt == 3 }
    )
  }

  func testRedThreadOfTheBody() {
    let isOpen = DispatchSemaphore(value: 0)
    let isOver = DispatchSemaphore(value: 0)
    DispatchQueue.global().async {
      isOpen.wait()
      XCTFail("a bug")
      isOver.signal()
    }
    autoRetry(
      mainAction: {
        attempt += 1
        guard attempt == 1 else { return }
        isOpen.signal()
        isOver.wait()
      },
      successCondition: { attempt == 2 }
    )
  }

  private func onThread(_ body: @escaping @Sendable () -> Void) {
    let isOver = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      body()
      isOver.signal()
    }
    isOver.wait()
  }

  /// A step of a thread that carries nothing stands alone, and its failure is the test's.
  func testRedStepOnAThread() {
    let page = PageObject()
    autoRetry(
      mainAction: {
        attempt += 1
        guard attempt == 1 else { return }
        onThread {
          let retries = page.autoRetry(mainAction: {}, successCondition: { false }, retryAttempts: 0)
          precondition(retries == 1)
        }
      },
      successCondition: { true }
    )
  }

  func testGreenStepOnAThreadThatCarriesTheAttempt() {
    let page = PageObject()
    autoRetry(
      mainAction: {
        attempt += 1
        let scope = RetryScope.current
        let isFirst = attempt == 1
        onThread {
          let retries = scope.perform {
            page.autoRetry(mainAction: {}, successCondition: { !isFirst }, retryAttempts: 0)
          }
          precondition(retries <= 1)
        }
      },
      successCondition: { true }
    )
  }

  func testGreenDetachedTaskThatCarriesTheAttempt() async {
    await autoRetry(
      mainAction: {
        attempt += 1
        let scope = RetryScope.current
        let isFirst = attempt == 1
        await Task.detached {
          await scope.perform {
            await Task.yield()
            if isFirst { XCTFail("a flake") }
          }
        }.value
      },
      successCondition: { true }
    )
  }

  private func expectation(isFulfilled: Bool) -> XCTestExpectation {
    let expectation = XCTestExpectation(description: "the server answers")
    if isFulfilled { expectation.fulfill() }
    return expectation
  }

  /// The server does not answer in the first attempt, and complains in the second.
  private func expectations() -> [XCTestExpectation] {
    attempt += 1
    let complaint = XCTestExpectation(description: "the server complains")
    complaint.isInverted = true
    if attempt == 2 { complaint.fulfill() }
    return [expectation(isFulfilled: attempt > 1), complaint]
  }

  func testGreenWait() {
    autoRetry(
      mainAction: { wait(for: expectations(), timeout: 0.01) },
      successCondition: { true }
    )
  }

  func testGreenFulfillment() async {
    await autoRetry(
      mainAction: { await fulfillment(of: expectations(), timeout: 0.01) },
      successCondition: { true }
    )
  }

  @MainActor func testGreenOwnExpectations() {
    autoRetry(
      mainAction: {
        attempt += 1
        let answer = expectation(description: "the server answers")
        if attempt == 2 { answer.fulfill() }
        waitForExpectations(timeout: 0.01)
      },
      successCondition: { true }
    )
  }

  @MainActor func testGreenOwnExpectationsWithHandler() {
    var handled = 0
    autoRetry(
      mainAction: {
        attempt += 1
        let answer = expectation(description: "the server answers")
        if attempt == 2 { answer.fulfill() }
        waitForExpectations(timeout: 0.01) { _ in handled += 1 }
      },
      successCondition: { true }
    )
    XCTAssertEqual(handled, 2)
  }

  func testRedWaitOutsideOfSteps() {
    wait(for: [expectation(isFulfilled: false)], timeout: 0.01)  // wait
  }

  /// XCTest's own wait, which reports from a thread of its own.
  func testRedWaitInOrder() {
    autoRetry(
      mainAction: {
        attempt += 1
        wait(for: [expectation(isFulfilled: attempt == 2)], timeout: 0.01, enforceOrder: true)
      },
      successCondition: { true }
    )
  }
}
