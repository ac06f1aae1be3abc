import Foundation
import TargetedAutoRetry
import Testing
import XCTest

private struct Refused: Error {}

extension Trait where Self == IssueHandlingTrait {
  /// Keeps assertions, but not their text.
  fileprivate static var onlyExpectations: Self {
    .filterIssues { if case .expectationFailed = $0.kind { true } else { false } }
  }
}

/// Issue-handling traits, suites and errors as authors of tests use them.
@Suite struct HandlerSuiteFixture: TargetedAutoRetry {
  @Test(.filterIssues { !$0.comments.contains("noise") }) func filtered() {
    let retries = step("Launch") { Issue.record("noise") }
    #expect(retries == 0)
  }

  @Test(.flaky(.notFixable(reason: "slow map")), .filterIssues { !$0.comments.contains("noise") })
  func filteredInFlaky() {
    #expect(FlakyTrait.retryCount == 0)
    Issue.record("noise")
  }

  @Test(.filterIssues { _ in true }) func kept() {
    autoRetry("Launch", retryAttempts: 0) { _ = Issue.record("a bug") }
  }

  @Test(.onlyExpectations) func keptAsAssertion() {
    step("Launch", retries: 1, until: { false }) {
      if RetryAttempt.current?.number == 1 { #expect(Bool(false)) }
    }
  }

  @Test(.onlyExpectations) func nestedAssertion() {
    step("Outer", retries: 1) { step("Launch", retries: 0) { #expect(Bool(false)) } }
  }

  @Test(.onlyExpectations) func forgivenAssertion() {
    step("Outer", retries: 1) {
      let attempt = RetryAttempt.current?.number
      step("Launch", retries: 0) { #expect(attempt == 2) }
    }
  }

  /// A wait that loses a race in the attempt that succeeds.
  @Test func lostRace() async {
    await autoRetry("Launch", retryAttempts: 1) {
      if RetryAttempt.current?.number == 1 { Issue.record("a bug") }
      await withTaskGroup(of: Void.self) { group in
        group.addTask {
          await autoWait("Banner", for: .seconds(60), failTestOnFailure: false) {
            await Task.yield()
            return false
          }
        }
        await Task.yield()
        group.cancelAll()
      }
    }
  }

  /// A handler that records an issue of its own.
  @Test(
    .compactMapIssues { issue in
      if issue.comments.contains("first") { Issue.record("second") }
      return issue
    }
  ) func recording() {
    autoRetry("Launch", retryAttempts: 1) {
      if RetryAttempt.current?.number == 1 { Issue.record("first") }
    }
  }

  @Test func confirmation() async throws {
    try await autoRetry("Await Event") {
      if RetryAttempt.current?.number == 1 {
        _ = try await Testing.confirmation { _ in throw Refused() }
      }
    }
  }

  #if compiler(>=6.3)
    @Test func cancelled() throws {
      try autoRetry("Launch") { try Test.cancel("the server is down") }
    }
  #endif
}

/// A step in the scope of a suite, outside any test.
private struct FailingScope: SuiteTrait, TestScoping {
  func provideScope(for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void)
    async throws
  {
    CurrentTest().step("Start Server", retries: 0, until: { false })
    try await function()
  }
}

@Suite(FailingScope()) struct ScopeSuiteFixture {
  @Test func passes() {}
}

/// Errors that end a step and the test.
final class EndingFixture: RetryableTestCase {
  func testNotRetryable() throws {
    try autoRetry("Load", policy: RetryPolicy(isRetryable: { _ in false })) {  // not retryable
      throw Refused()
    }
  }

  func testNotTheLast() throws {
    do {
      try autoRetry("Load", policy: RetryPolicy(isRetryable: { _ in false })) {  // not the last
        throw Refused()
      }
    } catch {
      _ = try? autoRetry("Log", policy: RetryPolicy(isRetryable: { _ in false })) { throw CocoaError(.fileNoSuchFile) }
      throw error
    }
  }

  func testResetSteps() throws {
    try step("Load", until: { false }, reset: { throw Refused() })  // reset steps
  }

  func testOtherError() throws {
    _ = try? autoRetry("Load", policy: RetryPolicy(isRetryable: { _ in false })) { throw Refused() }
    throw CocoaError(.fileNoSuchFile)
  }
}

/// A name as `allTests` may have it, which Quick makes of sentences.
final class SentenceFixture: XCTestCase {
  func testSentence() {
    let test = NamedTestCase(name: "when empty, returns 1.5, always") { testCase in
      (testCase as? NamedTestCase)?.step("Load")
    }
    test.run()
  }
}

private final class NamedTestCase: XCTestCase, TargetedAutoRetry {}
