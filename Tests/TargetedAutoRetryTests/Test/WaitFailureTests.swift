#if os(Linux)
  import Testing
  import XCTest

  @testable import TargetedAutoRetry

  /// The failures of waits for expectations, which XCTest reports without their wait.
  @Suite struct WaitFailureTests {
    private let waits = Waits()
    private let failure = Waits.failure(ofInverted: "not to come")

    private func begin() -> Int {
      let expectation = XCTestExpectation(description: "not to come")
      expectation.isInverted = true
      return waits.begin([expectation])
    }

    @Test func `a failure that several waits may have is given to none of them`() {
      let (first, second) = (begin(), begin())
      #expect(!waits.take(failure, at: 1))
      #expect(waits.end(first).isEmpty)
      #expect(waits.take(failure, at: 1))
      #expect(waits.end(second) == [failure])
      #expect(!waits.take(failure, at: 1))
    }
  }
#endif
