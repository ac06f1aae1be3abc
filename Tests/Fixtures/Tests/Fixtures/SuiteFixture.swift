import TargetedAutoRetry
import Testing
import XCTest

/// Limits in real time, one at a time, because the closures block threads.
@Suite(.serialized) struct LiveLimitFixture: TargetedAutoRetry {
  private static let policy = RetryPolicy(retryAttempts: 1, attemptTimeLimit: .milliseconds(50))

  @Test(.timeLimit(.minutes(1))) func neverSuspends() async throws {
    var attempts = 0
    let value = try await autoRetry("Load", policy: Self.policy) { () async -> Int in
      attempts += 1
      while attempts == 1, !Task.isCancelled { usleep(1_000) }
      return attempts
    }
    #expect(value == 2)
  }

  @Test func recordsInCancellationHandler() async throws {
    var attempts = 0
    let value = try await autoRetry("Load", policy: Self.policy) { () async throws -> Int in
      attempts += 1
      if attempts > 1 { return attempts }
      try await withTaskCancellationHandler {
        try await Task.sleep(for: .seconds(60))
      } onCancel: {
        Issue.record("The request was canceled.")
      }
      return 0
    }
    #expect(value == 2)
  }

  @Test(.timeLimit(.minutes(1)), arguments: [false, true])
  func isCanceledWithItsTask(isCanceledBefore: Bool) async throws {
    let (begins, begin) = AsyncStream.makeStream(of: Void.self)
    let task = Task {
      while isCanceledBefore, !Task.isCancelled { await Task.yield() }
      try await autoRetry("Load", policy: RetryPolicy(attemptTimeLimit: .seconds(60))) { () async throws in
        begin.yield()
        while !Task.isCancelled { usleep(1_000) }
        try Task.checkCancellation()
      }
    }
    if !isCanceledBefore { for await _ in begins { break } }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    if isCanceledBefore { for await _ in begins { break } }
  }
}

@Suite struct SkippingSuiteFixture: TargetedAutoRetry {
  @Test func skips() throws { try autoRetry("Open") { throw XCTSkip("offline") } }
}

/// Waits of more than a second.
@Suite struct BlockingSuiteFixture: TargetedAutoRetry {
  private let start = ContinuousClock.now

  private var isLate: Bool { start.duration(to: .now) > .milliseconds(1_100) }

  @Test func blocks() { autoWait("Blocks") { isLate } }

  /// The task runs only after the wait.
  @MainActor @Test func blocksItsOwnActor() {
    var isDone = false
    let wait = { self.autoWait("Refreshes", for: .milliseconds(50), failTestOnFailure: false) { isDone } }
    Task { isDone = true }
    #expect(!wait())
  }

  @Test func awaits() async {
    await autoWait("Awaits") {
      await Task.yield(); return isLate
    }
  }
}

@Suite struct SuiteFixture: TargetedAutoRetry {
  @Test func exhausted() {
    autoRetry(  // suite exhausted
      mainAction: {},
      successCondition: { false },
      actionDescription: "Launch",
      retryAttempts: 1
    )
  }

  @Test func exhaustedAsync() async {
    await autoRetry(  // suite exhausted async
      mainAction: { await Task.yield() },
      successCondition: { false },
      actionDescription: "Launch",
      retryAttempts: 1
    )
  }

  @Test func exhaustedOften() {
    for number in 1...300 { step("Launch \(number)", retries: 0, until: { false }) }
  }

  @Test func exhaustedOnDetachedTask() async {
    await Task.detached {
      PageObject().open()  // suite exhausted detached
    }.value
  }
}
