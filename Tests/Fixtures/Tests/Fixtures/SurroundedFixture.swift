import TargetedAutoRetry
import Testing
import XCTest

/// A test case whose author sets a policy and a place around each test.
final class SurroundedFixture: RetryableTestCase {
  override func invokeTest() {
    withRetryPolicy(RetryPolicy(retryAttempts: 1)) {
      withCallPlace(fileID: "A/Around.swift", filePath: "/src/Around.swift", line: 7, column: 1) { super.invokeTest() }
    }
  }

  private func fail() {
    var attempts = 0
    autoRetry("Sign In", failTestOnFailure: false) {
      attempts += 1
    } until: {
      false
    }
    print("> \(attempts)")
  }

  func testPolicy() { fail() }

  func testPolicyInEachRun() {
    flaky(.fixable(reason: "slow map")) {
      fail()
      XCTAssertEqual(retryCount, 1)
    }
  }

  func testRedPlace() {
    autoRetry("Sign In") {
    } until: {
      false
    }
  }
}

/// Steps in tasks that nobody awaits.
final class AbandonedFixture: RetryableTestCase {
  private func startTask() {
    Task { await CurrentTest().failLater() }
    Thread.sleep(forTimeInterval: 0.05)
  }

  func testA() { startTask() }

  func testB() { Thread.sleep(forTimeInterval: 0.5) }
}

/// A step that recovers after the end of its test, and one that recovers in its own test.
final class LateRecoveryFixture: RetryableTestCase {
  func testA() {
    Task {
      try? await Task.sleep(for: .milliseconds(200))
      await CurrentTest().autoRetry("Sync") {
        await Task.yield()
      } until: {
        RetryAttempt.current?.number == 2
      }
    }
    Thread.sleep(forTimeInterval: 0.02)
  }

  func testB() {
    autoRetry("Open") {
    } until: {
      RetryAttempt.current?.number == 2
    }
    Thread.sleep(forTimeInterval: 0.7)
  }
}

/// The same, in a base class that announces no test.
final class AbandonedPlainFixture: XCTestCase, TargetedAutoRetry {
  func testA() {
    Task { await CurrentTest().failLater() }
    Thread.sleep(forTimeInterval: 0.05)
  }

  func testB() { Thread.sleep(forTimeInterval: 0.5) }
}

/// A thread of one test starts a step in the next; that of another test only knows its object.
final class ThreadHintFixture: XCTestCase, TargetedAutoRetry, @unchecked Sendable {
  func testA() {
    autoRetry("Known") {}
    start { CurrentTest() }
  }

  func testB() { Thread.sleep(forTimeInterval: 0.4) }

  func testC() {
    start { self }
    Thread.sleep(forTimeInterval: 0.4)
  }

  private func start(_ object: @escaping @Sendable () -> any TargetedAutoRetry) {
    Thread.detachNewThread {
      Thread.sleep(forTimeInterval: 0.2)
      object().autoRetry("Late", retryAttempts: 0) {
      } until: {
        false
      }
    }
  }
}

/// A task or a thread of the second run starts a step in the third.
final class OutlivedRunFixture: RetryableTestCase, @unchecked Sendable {
  func testTask() {
    runUntilThird { test in
      Task {
        try? await Task.sleep(for: .milliseconds(100))
        await test.failLater()
      }
    }
  }

  func testThread() {
    runUntilThird { test in
      Thread.detachNewThread {
        Thread.sleep(forTimeInterval: 0.1)
        test.autoRetry("Late", retryAttempts: 0) {
          Thread.sleep(forTimeInterval: 0.2)
        } until: {
          false
        }
      }
    }
  }

  private func runUntilThird(_ startLateStep: (OutlivedRunFixture) -> Void) {
    flaky(.notFixable(reason: "a slow server", maxRetryCount: 2)) {
      if retryCount == 1 { startLateStep(self) }
      if retryCount < 2 { return XCTFail("this run failed") }
      Thread.sleep(forTimeInterval: 0.5)
    }
  }
}

extension TargetedAutoRetry {
  fileprivate func failLater() async {
    await autoRetry("Late", retryAttempts: 0) {
      try? await Task.sleep(for: .milliseconds(200))
    } until: {
      false
    }
  }
}

@Suite struct RequirementFixture {
  @Test func requirementInResetSteps() throws {
    try CurrentTest().autoRetry("Load") {
    } until: {
      false
    } reset: {
      try #require([1].isEmpty)
    }
  }

  @Test func requirementUnderAPolicy() async throws {
    let attempts = Counter()
    try await CurrentTest().autoRetry("Load", policy: RetryPolicy(isRetryable: { _ in false })) {
      try #require(await attempts.next() == 2)
    } until: {
      true
    }
  }
}

/// Attempts that are carried to where no test is current.
@Suite struct CarriedFixture: TargetedAutoRetry {
  private func carry(until number: Int, _ perform: @escaping @Sendable (RetryScope, _ isMet: Bool) async -> Void) async
  {
    await autoRetry("Carry", retryAttempts: 1) {
      let (scope, isMet) = (RetryScope.current, RetryAttempt.current?.number == number)
      await Task.detached { await perform(scope, isMet) }.value
    } until: {
      true
    }
  }

  @Test(arguments: [2, 3]) func issueInTask(number: Int) async {
    await carry(until: number) { scope, isMet in
      await scope.perform {
        await Task.yield()
        #expect(isMet)
      }
    }
  }

  @Test(arguments: [2, 3]) func issueOnThread(number: Int) async {
    await carry(until: number) { scope, isMet in
      await withCheckedContinuation { done in
        Thread.detachNewThread {
          scope.perform { #expect(isMet) }
          done.resume()
        }
      }
    }
  }

  @Test(arguments: [2, 3]) func stepInTask(number: Int) async {
    await carry(until: number) { scope, isMet in
      await scope.perform {
        _ = await CurrentTest().autoRetry("Inner", retryAttempts: 0) {
        } until: {
          isMet
        }
      }
    }
  }
}

/// A requirement that is forgiven in one test, and fails another.
@Suite(.serialized) struct SharedLineFixture: TargetedAutoRetry {
  private func need(_ isMet: Bool) throws { try #require(isMet) }

  @Test func first() throws {
    try autoRetry("First", retryAttempts: 1) { try need(RetryAttempt.current?.number == 2) }
  }

  @Test func second() throws {
    try autoRetry("Second", retryAttempts: 1) {
    } until: {
      false
    } reset: {
      try need(false)
    }
  }
}

/// Code that no test is current for, and that nothing is carried to.
@Suite struct DetachedFixture {
  @Test func green() async { await step(until: 2) }

  @Test func red() async { await step(until: 3) }

  private func step(until number: Int) async {
    await Task.detached {
      await CurrentTest().autoRetry("Detached", retryAttempts: 1) {
        await Task.yield()
        #expect(RetryAttempt.current?.number == number)
      }
    }.value
  }
}

private actor Counter {
  private var count = 0

  func next() -> Int {
    count += 1
    return count
  }
}
