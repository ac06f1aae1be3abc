import Foundation
import TargetedAutoRetry
import XCTest

/// Callbacks that carry their attempt, and the waits of XCTest, as users write them.
final class CallbackConsumers: RetryableTestCase {
  private var attempts = 0

  func testCallbackOfAQueue() throws {
    try autoRetry(
      mainAction: {
        attempts += 1
        let isLoaded = XCTestExpectation(description: "loaded")
        let (scope, answer) = (RetryScope.current, attempts)
        DispatchQueue.global().async {
          scope.perform { XCTAssertEqual(answer, 2) }
          isLoaded.fulfill()
        }
        wait(for: [isLoaded], timeout: 10)
        let number = try RetryScope.current.perform { try XCTUnwrap(attempts == 2 ? attempts : nil) }
        XCTAssertEqual(number, 2)
      },
      successCondition: { true }
    )
    XCTAssertEqual(attempts, 2)
  }

  @MainActor func testOnTheMainActor() async {
    await autoRetry(
      mainAction: {
        self.attempts += 1
        let isLoaded = XCTestExpectation(description: "loaded")
        if self.attempts == 2 { isLoaded.fulfill() }
        await self.fulfillment(of: [isLoaded], timeout: 0.01)
        await RetryScope.current.perform { await Task.yield() }
      },
      successCondition: { true }
    )
    XCTAssertEqual(attempts, 2)
  }
}
