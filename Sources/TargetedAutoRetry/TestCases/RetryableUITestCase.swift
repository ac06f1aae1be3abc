#if canImport(Darwin)
  public import XCTest

  /// A ``RetryableTestCase`` on the main actor, for tests that use XCUITest, where everything is.
  ///
  /// All that a subclass declares is on the main actor too: its tests, its helpers and its overrides, which may look at the
  /// application.
  ///
  /// ```swift
  /// class BaseUITestCase: RetryableUITestCase {
  ///   let app = WatchedApplication()
  ///
  ///   override func collectEvidence(of attempt: AttemptEvidence) {
  ///     guard app.state == .runningForeground else { return }
  ///     attempt.attach(app.screenshot().pngRepresentation, named: "screen.png")
  ///   }
  ///
  ///   override func recoveryAction(after attempt: FailedAttempt) -> RecoveryAction {
  ///     app.hasCrashed ? .abort("The app has crashed") : .retry
  ///   }
  /// }
  /// ```
  ///
  /// There is none on Linux, where XCTest cannot run a class that is on the main actor as a whole.
  @MainActor
  open class RetryableUITestCase: XCTestCase, @MainActor TargetedAutoRetry {
    /// The policy for the steps of this class, ``RetryPolicy/default`` unless it is overridden.
    open var retryPolicy: RetryPolicy { .default }

    /// The number of times that this test ran again so far, because it failed in a flaky scope: 0 in its first run.
    public nonisolated var retryCount: Int { rerun }

    /// The answer to a failed attempt, ``RecoveryAction/retry`` unless it is overridden.
    open func recoveryAction(after attempt: FailedAttempt) -> RecoveryAction { .retry }

    /// Called after each failed attempt and after the one that recovered; does nothing unless it is overridden.
    open func collectEvidence(of attempt: AttemptEvidence) {}

    open override nonisolated func invokeTest() {
      withholdingIssues { super.invokeTest() }
    }

    open override nonisolated func record(_ issue: XCTIssue) {
      if !withholds(issue) { super.record(issue) }
    }
  }
#endif
