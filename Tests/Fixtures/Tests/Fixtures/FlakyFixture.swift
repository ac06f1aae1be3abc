import TargetedAutoRetry
import XCTest

/// Tests that run again; their set-up and tear-down print their names.
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

  func testPassesOnRerunAsync() async {
    touched += 1
    say("test \(retryCount)")
    await flaky(.fixable(reason: "slow map")) {
      await Task.yield()
      XCTAssertEqual(retryCount, 1)
    }
  }

  private nonisolated(unsafe) static weak var instance: FlakyFixture?

  func testInstanceOfRerun() {
    if retryCount == 1 { Self.instance = self }
    flaky(.notFixable(reason: "slow map", maxRetryCount: 2)) { XCTAssertEqual(retryCount, 2) }
  }

  func testInstanceOfRerunIsGone() {
    say("the instance of re-run 1 is \(Self.instance == nil ? "gone" : "kept")")
  }

  func testFailsInEachRun() {
    flaky(.notFixable(reason: "slow map", maxRetryCount: 2)) {
      XCTFail("run \(retryCount)")
    }
  }

  func testFailsInAndOutside() {
    say("test \(retryCount)")
    flaky(.fixable(reason: "slow map")) { XCTFail("inside") }
    XCTFail("outside")
  }

  func testThrowsInSetUp() { say("test \(retryCount)") }

  func testSkipsInFirstRun() throws {
    say("test \(retryCount)")
    try flaky(.fixable(reason: "slow map")) { throw XCTSkip("not here") }
  }

  func testNestedScopes() {
    say("test \(retryCount)")
    flaky(.notFixable(reason: "outer", maxRetryCount: 2)) {
      flaky(.fixable(reason: "inner")) {}
      XCTAssertEqual(retryCount, 2)
    }
  }

  func testInnermostScopeDecides() {
    flaky(.notFixable(reason: "outer", maxRetryCount: 3)) {
      flaky(.fixable(reason: "inner")) { XCTFail("run \(retryCount)") }
    }
  }

  func testMeasures() {
    var runs = 0
    measure { runs += 1 }
    XCTAssertEqual(runs, 10)
    flaky(.fixable(reason: "slow map")) { XCTAssertEqual(retryCount, 1) }
  }

  func testThrowsInScopeInStep() throws {
    say("test \(retryCount)")
    var attempt = 0
    try step("Map") {
      attempt += 1
      try flaky(.fixable(reason: "slow map")) {
        if attempt == 1 { throw CocoaError(.fileNoSuchFile) }
      }
    }
  }

  func testThrowsThroughTwoScopesAndFailsOutside() throws {
    defer { XCTFail("outside") }
    try flaky(.fixable(reason: "outer")) {
      try flaky(.fixable(reason: "inner")) { throw CocoaError(.fileNoSuchFile) }
    }
  }

  func testThrowsAfterTheScope() throws {
    var stored: (any Error)?
    flaky(.fixable(reason: "slow map")) {
      do {
        try autoRetry("Map", retryAttempts: 0) { step("Tile", retries: 0, until: { self.retryCount == 1 }) }
      } catch {
        stored = error
      }
    }
    if let stored { throw stored }
  }

  func testExpired() {
    say("test \(retryCount)")
    flaky(.fixable(reason: "slow map", expires: "2020-01-31")) { XCTFail("expired") }
  }

  private func say(_ text: String) { Self.say(text) }

  private static func say(_ text: String) { print("> \(text)") }
}
