import Foundation
import TargetedAutoRetry
import Testing

private let slowMap = Flakiness.fixable(reason: "slow map")

/// Steps and runs that hold back an issue and then do not succeed, in Swift Testing.
@Suite final class ForgivenessSuiteFixture: TargetedAutoRetry {
  private var isFirstRun: Bool { FlakyTrait.retryCount == 0 }

  @Test func redStepIsOpenAtTheEndBesideAFailureOfNoTest() async {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        PageObject().open()
        continuation.resume()
      }
    }
    await beginStepThatStaysOpen()
  }

  /// Returns when the second attempt of a step is running, which ends with the process.
  private func beginStepThatStaysOpen() async {
    await withCheckedContinuation { continuation in
      Task {
        await CurrentTest().stepLater {
          if RetryAttempt.current?.number == 1 { return _ = Issue.record("a bug") }
          continuation.resume()
          try? await Task.sleep(for: .seconds(3_600))
        }
      }
    }
  }

  #if compiler(>=6.3)
    @Test func redTestIsCancelledInSecondAttempt() throws {
      try step {
        if RetryAttempt.current?.number == 1 { Issue.record("a bug") } else { try Test.cancel("not here") }
      }
    }

    /// The test runs again in a canceled task, and gives up without an error.
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

  /// The error of a requirement that a step held back and forgave.
  private func forgivenError() throws -> any Error {
    var stored: (any Error)?
    step {
      do { _ = try #require(stored, "a flake") } catch { stored = error }
    }
    return try #require(stored)
  }

  @Test(.flaky(slowMap)) func redErrorOfForgivenAttempt() throws { throw try forgivenError() }

  @Test(.flaky(slowMap)) func redErrorOfForgivenAttemptBesideAWithheldIssue() throws {
    flaky(slowMap) { #expect(!isFirstRun) }
    if isFirstRun { throw try forgivenError() }
  }

  @Test func redIssueBeforeCancellation() async {
    await Task {
      await PageObject().stepLater("Sign In", until: { false }) {
        Issue.record("a bug")
        withUnsafeCurrentTask { $0?.cancel() }
        await Task.yield()
      }
    }.value
  }

  private static let server = Task { try #require(Int("x")) }

  /// Swift Testing does not record the error of a requirement again, and the second run has no issue of its own.
  @Test(.flaky(slowMap)) func redErrorOfEarlierRun() async throws { #expect(try await Self.server.value == 1) }

  @Test func redErrorOfForgivenRequirementInResetSteps() throws {
    var port: Result<Int, any Error>?
    step("Start") { if port == nil { port = Result { try #require(Int("x")) } } }
    try step("Use", until: { false }, reset: { _ = try port?.get() })
  }

  /// The issue of the requirement is known to the author, so its error is none.
  @Test(.flaky(slowMap)) func greenErrorOfAKnownRequirement() throws {
    var result = Result<Void, any Error>.success(())
    withKnownIssue { result = Result { try #require(Bool(false)) } }
    try result.get()
  }

  /// The author expects the failure of the step, and not that its error ends the test.
  @Test(.flaky(slowMap)) func redErrorOfAKnownFailure() throws {
    flaky(slowMap) {}
    Issue.record("another bug")
    var error: (any Error)?
    withKnownIssue {
      do {
        try autoRetry("Page", retryAttempts: 0) { step(retries: 0, until: { false }) }
      } catch let thrown {
        error = thrown
      }
    }
    if let error { throw error }
  }
}

private let shared: FlakyTrait = .flaky(slowMap)

@Suite(shared) struct SharedTraitFixture {
  @Test(shared) func red() { Issue.record("in run \(FlakyTrait.retryCount)") }
}
