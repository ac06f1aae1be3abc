import TargetedAutoRetry
import Testing
import XCTest

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
