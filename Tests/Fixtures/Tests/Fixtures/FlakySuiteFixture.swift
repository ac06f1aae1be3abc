import Foundation
import TargetedAutoRetry
import Testing

/// Tests that run again, in Swift Testing.
@Suite final class FlakySuiteFixture {
  /// Zero at the start of each run.
  private var touched = 0

  @Test(.flaky(.notFixable(reason: "slow map", maxRetryCount: 2)))
  func passesOnRerun() {
    touched += 1
    print("> run \(FlakyTrait.retryCount), touched \(touched)")
    #expect(FlakyTrait.retryCount == 1)  // suite flaky
  }

  @Test(.flaky(.notFixable(reason: "slow map", maxRetryCount: 2)))
  func failsInEachRun() {
    Issue.record("run \(FlakyTrait.retryCount)")
  }

  @Test(.flaky(.fixable(reason: "slow map")))
  func throwsInFirstRun() async throws {
    await Task.yield()
    if FlakyTrait.retryCount == 0 { throw CocoaError(.fileNoSuchFile) }
  }

  @Test(.flaky(.fixable(reason: "slow map")))
  func requiresInVain() throws {
    try #require(FlakyTrait.retryCount == 7)
  }

  @Test(.flaky(.fixable(reason: "slow map")))
  func throwsInEachRun() throws {
    throw CocoaError(.fileNoSuchFile)
  }

  @Test(.flaky(.fixable(reason: "slow map")), arguments: 1...4)
  func onlyCaseThreeFlakes(number: Int) {
    print("> case \(number) run \(FlakyTrait.retryCount)")
    #expect(number != 3 || FlakyTrait.retryCount == 1)
  }

  #if compiler(>=6.3)
    @Test(.flaky(.fixable(reason: "slow map")))
    func isCancelled() throws {
      print("> run \(FlakyTrait.retryCount)")
      try Test.cancel("not here")
    }
  #endif

  @Test(.flaky(.fixable(reason: "slow map")))
  func narrowed() {
    print("> run \(FlakyTrait.retryCount)")
    flaky(.fixable(reason: "slow map")) { #expect(FlakyTrait.retryCount == 1) }
  }

  @Test(.flaky(.fixable(reason: "slow map")))
  func narrowedThrows() async throws {
    try await flaky(.fixable(reason: "slow map")) {
      await Task.yield()
      if FlakyTrait.retryCount == 0 { throw CocoaError(.fileNoSuchFile) }
    }
  }

  @Test(.flaky(.fixable(reason: "slow map")))
  func failsOutsideOfScope() {
    print("> run \(FlakyTrait.retryCount)")
    flaky(.fixable(reason: "slow map")) { Issue.record("inside") }
    Issue.record("outside")
  }

  @Test(.flaky(.fixable(reason: "slow map")))
  func failsBeforeScope() {
    print("> run \(FlakyTrait.retryCount)")
    Issue.record("before")
    flaky(.fixable(reason: "slow map")) {}
  }

  @Test(.flaky(.fixable(reason: "slow map")))
  func expiredScope() {
    flaky(.fixable(reason: "slow map", expires: "2020-01-31")) { Issue.record("expired scope") }
  }

  @Test(.flaky(.fixable(reason: "slow map")))
  func stepIsExhausted() {
    Visitor().step("Map", retries: 1) {
      print("> attempt \(RetryAttempt.current?.number ?? 0) of run \(FlakyTrait.retryCount)")
      #expect(FlakyTrait.retryCount == 1)
    }
  }

  @Test(.flaky(.fixable(reason: "slow map")))
  func throwsInScopeInStep() throws {
    print("> run \(FlakyTrait.retryCount)")
    var attempt = 0
    try Visitor().step("Map") {
      attempt += 1
      try flaky(.fixable(reason: "slow map")) {
        if attempt == 1 { throw CocoaError(.fileNoSuchFile) }
      }
    }
    throw CocoaError(.fileReadNoPermission)
  }

  @Test(.flaky(.notFixable(reason: "slow map", maxRetryCount: 3)))
  func scopeAllowsLess() {
    print("> run \(FlakyTrait.retryCount)")
    flaky(.fixable(reason: "slow map")) { Issue.record("in each run") }
  }

  private struct Visitor: TargetedAutoRetry {}

  @Test func scopeWithoutTrait() {
    flaky(.fixable(reason: "slow map")) {}
  }

  @Test(.flaky(.fixable(reason: "")))
  func emptyReason() {}

  @Test(.flaky(.fixable(reason: "slow map", expires: "2020-01-31")))
  func expired() {
    Issue.record("expired")
  }
}

@Suite(.flaky(.fixable(reason: "slow map")))
struct FlakyAsAWholeSuiteFixture {
  @Test func first() { #expect(FlakyTrait.retryCount == 1) }

  @Test func second() {}

  @Test func third() throws {  // suite throws in its third test
    if FlakyTrait.retryCount == 0 { throw CocoaError(.fileNoSuchFile) }
  }
}
