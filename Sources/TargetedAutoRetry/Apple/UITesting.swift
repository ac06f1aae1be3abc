#if canImport(Darwin)
  public import XCTest

  /// A ``RetryableTestCase`` on the main actor, for XCUITest.
  ///
  /// Members of a subclass are on the main actor too, so its tests, helpers and overrides can use the application. In
  /// Swift 5 mode, nonisolated code such as `setUpWithError()` and page objects can use them too.
  ///
  /// ```swift
  /// class BaseUITestCase: RetryableUITestCase {
  ///   let app = WatchedApplication()
  ///
  ///   override func recoveryAction(after attempt: FailedAttempt) -> RecoveryAction {
  ///     app.hasCrashed ? .abort("The app has crashed") : .retry
  ///   }
  /// }
  /// ```
  ///
  /// It is not available on Linux, where XCTest cannot run a class that is isolated to the main actor.
  @preconcurrency @MainActor
  open class RetryableUITestCase: XCTestCase, @MainActor TargetedAutoRetry {
    open var retryPolicy: RetryPolicy { .default }

    open func recoveryAction(after attempt: FailedAttempt) -> RecoveryAction { recoveryAction(for: attempt) }

    open func collectEvidence(of attempt: AttemptEvidence) { collectEvidence(for: attempt) }

    @_documentation(visibility: internal)
    open func collectEvidence(of attempt: FailedAttempt) {}

    @_documentation(visibility: internal)
    open func collectEvidence(for attempt: AttemptEvidence) {}

    @_documentation(visibility: internal)
    open func recoveryAction(for attempt: FailedAttempt) -> RecoveryAction { .retry }

    open override nonisolated func invokeTest() {
      withholdingIssues(callsHoldBack: true) { super.invokeTest() }
    }

    open override nonisolated func record(_ issue: XCTIssue) {
      if !holdBack(issue) { super.record(withRemark(issue)) }
    }
  }

  // Hooks of another name or form. Without these, they would compile in a subclass, and would never be called.
  extension RetryableUITestCase {
    @_documentation(visibility: internal)
    @available(*, deprecated, message: "the hook is collectEvidence(of:)")
    public final func collectEvidence(after attempt: AttemptEvidence) {}
    @_documentation(visibility: internal)
    @available(*, deprecated, message: "the hook is collectEvidence(of:), without async")
    public final func collectEvidence(of attempt: AttemptEvidence) async {}
    @_documentation(visibility: internal)
    @available(*, deprecated, message: "the hook is recoveryAction(after:), without async")
    public final func recoveryAction(after attempt: FailedAttempt) async -> RecoveryAction { .retry }
  }

  /// An `XCUIApplication` that distinguishes a crash from a failed launch; ``RetryableUITestCase`` has an example.
  ///
  /// An application that is not running may have failed to launch, or the test may have terminated it. It has crashed
  /// only if it was in the foreground before and the test did not terminate it. A crash in `launch()` itself counts as
  /// a failed launch. Calls on other objects are not noticed, so create one object for each application and pass it to
  /// your page objects.
  @preconcurrency @MainActor
  open class WatchedApplication: XCUIApplication {
    private var wasInForeground = false

    /// Whether the application was in the foreground, was not terminated by the test, and no longer runs.
    ///
    /// If a link or another application starts it, read this property once while the application runs.
    public var hasCrashed: Bool {
      check()
      return wasInForeground && state == .notRunning
    }

    open override func launch() {
      wasInForeground = false
      super.launch()
      check()
    }

    open override func activate() {
      super.activate()
      check()
    }

    open override func terminate() {
      wasInForeground = false
      super.terminate()
    }

    // The system terminates the application to reset the status.
    open override func resetAuthorizationStatus(for resource: XCUIProtectedResource) {
      wasInForeground = false
      super.resetAuthorizationStatus(for: resource)
    }

    private func check() {
      if state == .runningForeground { wasInForeground = true }
    }
  }

  extension XCUIElement {
    /// Whether the element exists; if not, the cause says, for example, `staticText "Welcome" did not exist`.
    ///
    /// It checks once and does not wait; the step or the wait around it keeps checking until its time limit.
    public var isThere: Bool { isWithout(exists ? nil : "did not exist", otherwise: "existed") }

    /// Whether the element exists, is hittable and is enabled; if not, the cause says which of them is missing.
    public var isTappable: Bool {
      // XCUITest fails the test if other properties of a missing element are read.
      let obstacle = !exists ? "did not exist" : !isHittable ? "existed but was not hittable" : nil
      return isWithout(obstacle ?? (isEnabled ? nil : "existed but was not enabled"), otherwise: "could be tapped")
    }

    private func isWithout(_ obstacle: String?, otherwise state: String) -> Bool {
      StepEnvironment.current.scope?.note(NotedValue(name: words) { obstacle ?? state })
      return obstacle == nil
    }

    /// The description in the form `button "Sign In"`; XCUITest writes `"Sign In" Button`.
    fileprivate var words: String {
      guard let match = description.wholeMatch(of: #/(".*") (.+)/#) else { return description }
      return "\(match.2.prefix(1).lowercased())\(match.2.dropFirst()) \(match.1)"
    }
  }
#endif
