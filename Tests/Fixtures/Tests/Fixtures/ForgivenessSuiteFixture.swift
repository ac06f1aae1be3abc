import Foundation
import TargetedAutoRetry
import Testing

private let slowMap = Flakiness.fixable(reason: "slow map")

private struct Broken: Error {}

/// Steps and runs that withhold an issue and then end in every possible way, in Swift Testing; each
/// name gives the expected colour.
@Suite final class ForgivenessSuiteFixture: TargetedAutoRetry {
  private var attempt = 0
  private var isFirstRun: Bool { FlakyTrait.retryCount == 0 }

  func recoveryAction(after attempt: FailedAttempt) -> RecoveryAction {
    attempt.actionDescription == "Crash" && attempt.number == 2 ? .abort("the app crashed") : .retry
  }

  /// Records an issue in the first attempt.
  private func act() {
    attempt += 1
    if attempt == 1 { Issue.record("a bug") }
  }

  /// Records an issue in the first attempt, and runs a closure in the next ones.
  private func act(_ next: () throws -> Void) throws {
    act()
    if attempt > 1 { try next() }
  }

  @Test func redOnlyLogged() {
    autoRetry(mainAction: { act() }, successCondition: { false }, retryAttempts: 1, failTestOnFailure: false)
  }

  @Test func greenRecovered() {
    autoRetry(mainAction: { act() }, successCondition: { true }, failTestOnFailure: false)
  }

  @Test func redValueStepIsCaught() {
    _ = try? autoRetry("S", retryAttempts: 1, operation: { try act { throw Broken() } })
  }

  #if compiler(>=6.3)
    @Test func redTestIsCancelledInSecondAttempt() throws {
      try autoRetry(mainAction: { try act { try Test.cancel("not here") } }, successCondition: { true })
    }

    /// The test runs again in a cancelled task, and gives up without an error.
    @Test(.flaky(slowMap)) func redRerunGivesUpAfterCancellation() {
      if isFirstRun {
        Issue.record("a bug")
        try? Test.cancel("enough")
      }
    }

    @Test(.flaky(slowMap)) func redRerunIsCancelled() throws {
      flaky(slowMap) { #expect(!isFirstRun, "a bug") }
      if !isFirstRun { try Test.cancel("not now") }
    }
  #endif

  @Test func redErrorIsExpected() {
    #expect(throws: Broken.self) {
      try autoRetry(
        mainAction: { try act { throw Broken() } },
        successCondition: { true },
        policy: RetryPolicy(isRetryable: { _ in false })
      )
    }
  }

  @Test func redCancellationInSecondAttempt() async {
    _ = try? await autoRetry(
      mainAction: {
        await Task.yield()
        try act { throw CancellationError() }
      },
      successCondition: { true }
    )
  }

  @Test func redTimeLimitOfLoggedStep() {
    autoRetry(
      mainAction: {
        act()
        usleep(30_000)
      },
      successCondition: { false },
      failTestOnFailure: false,
      policy: RetryPolicy(timeLimit: .milliseconds(20))
    )
  }

  @Test func redAborted() {
    autoRetry(mainAction: { act() }, successCondition: { false }, actionDescription: "Crash", failTestOnFailure: false)
  }

  @Test func redResetStepsThrow() {
    _ = try? autoRetry(mainAction: { act() }, successCondition: { true }, resetSteps: { throw Broken() })
  }

  private func loggedOnly() {
    autoRetry(
      mainAction: { act() },
      successCondition: { attempt != 2 },
      actionDescription: "Inner",
      retryAttempts: 1,
      failTestOnFailure: false
    )
  }

  @Test func redLoggedStepInPassingStep() {
    autoRetry(mainAction: { loggedOnly() }, successCondition: { true }, retryAttempts: 0)
  }

  @Test func greenLoggedStepInStepThatRunsItAgain() {
    autoRetry(mainAction: { loggedOnly() }, successCondition: { true })
  }

  @Test func redExhaustedStepInLoggedStep() {
    autoRetry(
      mainAction: {
        attempt += 1
        guard attempt == 1 else { return }
        autoRetry(mainAction: {}, successCondition: { false }, actionDescription: "Inner", retryAttempts: 0)
      },
      successCondition: { false },
      retryAttempts: 1,
      failTestOnFailure: false
    )
  }

  /// Each distinct issue is reported once, with its attempts; the last attempt reports its own.
  @Test func redDistinctIssues() {
    autoRetry(
      mainAction: {
        attempt += 1
        Issue.record(attempt < 3 ? "early" : "late")
        Issue.record("always")
      },
      successCondition: { true },
      actionDescription: "Sign In",
      retryAttempts: 2,
      failTestOnFailure: false
    )
  }

  @Test(.flaky(.notFixable(reason: "slow map", maxRetryCount: 2))) func redEveryRunFailsInItsOwnWay() {
    Issue.record("a bug of run \(FlakyTrait.retryCount)")
  }

  @Test(.flaky(slowMap)) func redRequirementBeforeTheScopeOfALaterRun() throws {
    try #require(!isFirstRun, "a bug")
    flaky(slowMap) {}
  }

  @Test(.flaky(slowMap)) func redErrorBeforeTheScopeOfALaterRun() throws {
    if isFirstRun { throw Broken() }
    flaky(slowMap) {}
  }

  @Test(.flaky(slowMap)) func redReturnBeforeTheScopeOfALaterRun() {
    if isFirstRun {
      Issue.record("a bug")
      return
    }
    flaky(slowMap) {}
  }

  @Test(.flaky(slowMap)) func greenNoScopeAtAll() throws {
    try #require(!isFirstRun, "a flake")
  }

  @Test(.flaky(slowMap)) func redExpiredScopeInScope() {
    flaky(slowMap) {
      flaky(.fixable(reason: "slow map", expires: "2020-01-31")) { #expect(!isFirstRun, "a bug") }
    }
  }

  /// Blocks of a run loop may belong to other code.
  @Test func redBlockInAnAttempt() {
    putBugOnRunLoop()
    autoRetry(
      mainAction: {
        attempt += 1
        if attempt == 1 { spinRunLoop() }
      },
      successCondition: { attempt == 2 }
    )
  }

  /// The step belongs to no attempt, although a run loop runs it in one.
  @Test func redStepInABlock() {
    RunLoop.current.add(
      Timer(timeInterval: 0.001, repeats: false) { _ in
        Visitor().autoRetry(
          mainAction: { Issue.record("a bug") },
          successCondition: { true },
          retryAttempts: 0,
          failTestOnFailure: false
        )
      },
      forMode: .default
    )
    autoRetry(
      mainAction: {
        attempt += 1
        if attempt == 1 { spinRunLoop() }
      },
      successCondition: { attempt == 2 }
    )
  }

  private struct Visitor: TargetedAutoRetry {}

  @Test(.flaky(slowMap)) func redBlockInAFlakyTest() {
    guard isFirstRun else { return }
    putBugOnRunLoop()
    spinRunLoop()
  }
}

private func putBugOnRunLoop() {
  RunLoop.current.add(Timer(timeInterval: 0.001, repeats: false) { _ in Issue.record("a bug") }, forMode: .default)
}

private func spinRunLoop() { RunLoop.current.run(until: Date(timeIntervalSinceNow: 0.03)) }

/// The traits of a suite and of its tests add up.
@Suite(.flaky(.notFixable(reason: "slow map", maxRetryCount: 3))) struct NestedTraitsFixture {
  private var isFirstRun: Bool { FlakyTrait.retryCount == 0 }
  private static let runs = Counter()

  init() {
    if Test.current?.name.contains("RedInInit") == true, Self.runs.next() == 1 { Issue.record("a bug") }
  }

  @Test(.flaky(slowMap)) func redOutsideOfAScope() {
    flaky(slowMap) {}
    if isFirstRun { Issue.record("a bug") }
  }

  @Test(.flaky(slowMap)) func redErrorOutsideOfAScope() throws {
    flaky(slowMap) {}
    if isFirstRun { throw Broken() }
  }

  @Test(.flaky(slowMap)) func greenInAScope() {
    flaky(slowMap) { #expect(!isFirstRun) }
  }

  @Test(.flaky(.fixable(reason: "slow map", expires: "2020-01-31"))) func redInAnExpiredTrait() {
    if Self.expired.next() == 1 { Issue.record("a bug") }
  }

  @Test(.flaky(.fixable(reason: "slow map", expires: "2020-01-31"))) func redErrorInAnExpiredTrait() throws {
    if Self.expired.next() == 1 { throw Broken() }
  }

  /// The trait of the test runs it twice, and the trait of the suite once more.
  @Test(.flaky(slowMap)) func greenInTheThirdRun() {
    #expect(Self.third.next() > 2)
  }

  @Test(.flaky(slowMap)) func greenErrorInAScopeOfTheThirdRun() throws {
    try flaky(.notFixable(reason: "slow map", maxRetryCount: 3)) { if Self.thrown.next() < 3 { throw Broken() } }
  }

  @Test func testRedInInit() { flaky(slowMap) {} }

  private static let expired = Counter()
  private static let third = Counter()
  private static let thrown = Counter()
}

private final class Counter: @unchecked Sendable {
  private let lock = NSLock()
  private var count = 0

  func next() -> Int {
    lock.withLock {
      count += 1
      return count
    }
  }
}
