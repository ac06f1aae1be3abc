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
  func requiresInVain() throws {
    try #require(FlakyTrait.retryCount == 7)
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

    @Test(.flaky(.fixable(reason: "slow map")))
    func isCancelledAfterAFailure() throws {
      print("> run \(FlakyTrait.retryCount)")
      Issue.record("no map")
      try Test.cancel("not here")
    }
  #endif

  private nonisolated(unsafe) static var late: (start: AsyncStream<Void>.Continuation, task: Task<Void, Never>)?

  @Test(.flaky(.notFixable(reason: "slow map", maxRetryCount: 2)))
  func isFailedByAnEarlierRun() async {
    if FlakyTrait.retryCount == 0 {
      let (stream, start) = AsyncStream.makeStream(of: Void.self)
      let task = Task {
        _ = await stream.first { true }
        Issue.record("late")  // suite late
      }
      Self.late = (start, task)
      Issue.record("a flake")
    } else {
      Self.late?.start.finish()
      await Self.late?.task.value
    }
  }

  @Test(.flaky(.fixable(reason: "slow map")))
  func carriesItsScope() async {
    let run = FlakyTrait.retryCount
    await flaky(.fixable(reason: "slow map")) {
      let scope = RetryScope.current
      await Task.detached { scope.perform { #expect(run == 1) } }.value
    }
  }

  private static let session = Result { try flaky(.fixable(reason: "slow map")) { throw CocoaError(.fileNoSuchFile) } }

  @Test(.flaky(.fixable(reason: "slow map")))
  func throwsStoredError() throws {
    try Self.session.get()
  }

  /// - Parameter isExpected: Whether the author expects the error.
  @Test(.flaky(.fixable(reason: "slow map")), arguments: [true, false])
  func goesOnAfterKnownError(isExpected: Bool) throws {
    defer { print("> run \(FlakyTrait.retryCount)") }
    try withKnownIssue(isIntermittent: true) {
      try flaky(.fixable(reason: "slow map")) {
        if FlakyTrait.retryCount == 0 { throw CocoaError(.fileNoSuchFile) }
      }
    } matching: {
      isExpected && $0.error is CocoaError
    }
    print("> went on")
  }

  @Test(.flaky(.fixable(reason: "slow map")))
  func stepIsExhausted() {
    PageObject().step("Map", retries: 1) {
      print("> attempt \(RetryAttempt.current?.number ?? 0) of run \(FlakyTrait.retryCount)")
      #expect(FlakyTrait.retryCount == 1)
    }
  }

  @Test(.flaky(.fixable(reason: "slow map")))
  func valueIsExhausted() throws {
    try PageObject().autoRetry("Pin", retryAttempts: 0) { FlakyTrait.retryCount == 1 ? 1 : nil }
  }

  /// Only the scope shows that the failure before it is not flaky.
  @Test(.flaky(.fixable(reason: "slow map")))
  func failsBeforeItsScope() {
    print("> run \(FlakyTrait.retryCount)")
    Issue.record("no menu")
    flaky(.fixable(reason: "slow map")) {}
  }

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

  @Test(.flaky(.notFixable(reason: "slow pin", maxRetryCount: 2))) func hasItsOwn() {
    #expect(FlakyTrait.retryCount == 2)
  }

  @Test func third() throws {  // suite throws in its third test
    if FlakyTrait.retryCount == 0 { throw CocoaError(.fileNoSuchFile) }
  }
}
