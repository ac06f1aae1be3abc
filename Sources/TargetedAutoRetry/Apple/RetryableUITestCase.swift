#if canImport(Darwin)
  public import XCTest

  /// A ``RetryableTestCase`` on the main actor, for XCUITest.
  ///
  /// All members of a subclass are on the main actor too: its tests, its helpers and its overrides, which may use the
  /// application. In Swift 5 mode code on no actor may use them, such as `setUpWithError()` and page objects.
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
  /// It is not available on Linux, where XCTest cannot run a class that is on the main actor as a whole.
  @preconcurrency @MainActor
  open class RetryableUITestCase: XCTestCase, @MainActor TargetedAutoRetry {
    open var retryPolicy: RetryPolicy { .default }

    /// The number of re-runs of this test after failures in flaky scopes: 0 in its first run.
    public nonisolated var retryCount: Int { rerun }

    open func recoveryAction(after attempt: FailedAttempt) -> RecoveryAction { .retry }

    open func collectEvidence(of attempt: AttemptEvidence) {}

    open override nonisolated func invokeTest() {
      withholdingIssues { super.invokeTest() }
    }

    open override nonisolated func record(_ issue: XCTIssue) {
      if !withholds(issue) { super.record(issue) }
    }
  }
#endif
