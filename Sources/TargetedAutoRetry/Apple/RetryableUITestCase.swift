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

  /// An `XCUIApplication` that tells a crash from a launch that failed.
  ///
  /// An application that is not running has not always crashed: its launch may have failed, or the test has ended it.
  /// This one has crashed if it was up, the test did not end it, and it is gone.
  /// ``RetryableUITestCase`` has an example.
  ///
  /// Only calls on this object are seen: have one for each application, and hand it to your page objects. A crash in
  /// `launch()` itself counts as a launch that failed. In Swift 5 mode code on no actor can use it, as any
  /// `XCUIApplication`.
  @preconcurrency @MainActor
  open class WatchedApplication: XCUIApplication {
    /// True from the moment that it was seen in the foreground until the test ends it.
    private var wasUp = false

    /// True if it was in the foreground, the test has not ended it since, and it no longer runs.
    ///
    /// An application that a link or another one starts is known from the first look while it runs.
    public var hasCrashed: Bool {
      look()
      return wasUp && state == .notRunning
    }

    open override func launch() {
      wasUp = false
      super.launch()
      look()
    }

    open override func activate() {
      super.activate()
      look()
    }

    open override func terminate() {
      wasUp = false
      super.terminate()
    }

    /// Resets the status, for which the system ends the application.
    open override func resetAuthorizationStatus(for resource: XCUIProtectedResource) {
      wasUp = false
      super.resetAuthorizationStatus(for: resource)
    }

    private func look() {
      if state == .runningForeground { wasUp = true }
    }
  }
#endif
