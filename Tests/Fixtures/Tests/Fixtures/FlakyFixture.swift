import TargetedAutoRetry
import XCTest

/// Tests that run again; their setup and teardown print their names.
final class FlakyFixture: RetryableTestCase {
  /// Zero at the start of each run.
  private var touched = 0

  override func setUpWithError() throws {
    say("setUp \(touched)")
    addTeardownBlock { Self.say("teardown block") }
    guard name.contains("ThrowsInSetUp"), retryCount == 0 else { return }
    try flaky(.fixable(reason: "slow map")) { throw CocoaError(.fileNoSuchFile) }
  }

  override func tearDown() {
    say("tearDown \(touched)")
  }

  func testPassesOnRerun() {
    touched += 1
    say("test \(retryCount)")
    flaky(.notFixable(reason: "slow map", maxRetryCount: 2)) {
      XCTAssertEqual(retryCount, 1, "in scope")  // in scope
    }
    say("after the scope")
  }

  func testFailsInEachRun() {
    flaky(.fixable(reason: "slow map")) { XCTFail("no map") }  // fails in each run
  }

  func testFailsOutsideToo() {
    flaky(.fixable(reason: "slow map")) { XCTFail("no map") }
    XCTFail("no pin")  // fails outside too
  }

  func testCatchesTheErrorOfItsScope() {
    do {
      try flaky(.fixable(reason: "slow map")) { if retryCount == 0 { throw CocoaError(.fileNoSuchFile) } }
    } catch {
      print("> caught")
    }
  }

  func testSkipsAfterAFailure() throws {
    say("test \(retryCount)")
    flaky(.fixable(reason: "slow map")) { XCTFail("no map") }
    throw XCTSkip("not here")
  }

  private func expect(_ number: Int) { XCTAssertEqual(number, 1) }

  func testFailsAtOneLineInsideAndOutside() {
    flaky(.fixable(reason: "slow map")) { expect(2) }
    expect(3)
  }

  func testSkipsInTheSecondRun() throws {
    flaky(.fixable(reason: "slow map")) { XCTAssertEqual(retryCount, 1) }
    if retryCount == 1 { throw XCTSkip("not here") }
  }

  private static let session = Result { try flaky(.fixable(reason: "slow map")) { throw CocoaError(.fileNoSuchFile) } }

  func testThrowsStoredError() throws { try Self.session.get() }

  func testThrowsInReset() throws {
    try autoRetry("Map") {
    } until: {
      RetryAttempt.current?.number == 2
    } reset: {
      try flaky(.fixable(reason: "slow map")) { if retryCount == 0 { throw CocoaError(.fileNoSuchFile) } }
    }
  }

  func testHasScopeInStep() {
    step("Map") {
      flaky(.fixable(reason: "slow map")) { XCTAssertEqual(RetryAttempt.current?.number, 3) }
    }
  }

  func testThrowsInSetUp() { say("test \(retryCount)") }

  func testMeasures() {
    var runs = 0
    measure { runs += 1 }
    XCTAssertEqual(runs, 10)
    flaky(.fixable(reason: "slow map")) { XCTAssertEqual(retryCount, 1) }
  }

  private func say(_ text: String) { Self.say(text) }

  private static func say(_ text: String) { print("> \(text)") }
}
