#if canImport(Darwin)
  public import XCTest

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
