import TargetedAutoRetry
import Testing
import XCTest

/// Steps without a condition: their assertions decide.
final class AssertionFixture: RetryableTestCase {
  func testRecovers() {
    var resets = 0
    let succeeded = autoRetry("Load Feed") {
      let number = RetryAttempt.current?.number
      XCTAssertEqual(number, 2)  // assertion that recovers
    } reset: {
      resets += 1
    }
    XCTAssert(succeeded && resets == 1)
  }

  func testFails() {
    let succeeded = autoRetry("Load Feed", retryAttempts: 1) {
      XCTAssertEqual("one", "two")  // assertion that fails
    }
    XCTAssertFalse(succeeded)
  }

  func testRecoversLater() async {
    let succeeded = await autoRetry("Load Feed") {
      await Task.yield()
      XCTAssertEqual(RetryAttempt.current?.number, 2)
    }
    XCTAssert(succeeded)
  }
}

final class PlainAssertionFixture: XCTestCase, TargetedAutoRetry {
  func testFails() {
    autoRetry("Load Feed") {
      XCTAssertEqual("one", "two")  // plain assertion
    }
  }
}

@Suite struct AssertionSuiteFixture: TargetedAutoRetry {
  @Test func recovers() {
    let succeeded = autoRetry("Load Feed") {
      #expect(RetryAttempt.current?.number == 2)
    }
    #expect(succeeded)
  }
}
