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
      check()
      return wasUp && state == .notRunning
    }

    open override func launch() {
      wasUp = false
      super.launch()
      check()
    }

    open override func activate() {
      super.activate()
      check()
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

    private func check() {
      if state == .runningForeground { wasUp = true }
    }
  }

  extension TargetedAutoRetry {
    /// Taps an element until another one is there.
    ///
    /// Each attempt waits until the element exists, is hittable and is enabled, taps it, and waits until the other one
    /// exists. A retry taps only if the other one is still missing. The step is named after its element, such as
    /// `Tap button "Sign In"`, and so is the cause of a failed attempt. It fails the test as other steps do.
    ///
    /// ```swift
    /// autoTap(app.buttons["Sign In"], until: app.staticTexts["Welcome"]) { app.launch() }
    /// ```
    ///
    /// An element that is off the screen is not hittable: scroll to it first. Only Apple's platforms have elements.
    ///
    /// - Parameters:
    ///   - element: The element to tap.
    ///   - other: The element that the tap leads to.
    ///   - timeout: The time for each of the two waits of an attempt, 0 s or more; by default that of the
    ///     policies, or 10 s if they have none.
    ///   - retryAttempts: The number of retries that may follow the first attempt; by default that of the policies.
    ///   - policy: The policy of this call; what it leaves open comes from the policies further out (``RetryPolicy``).
    ///   - fileID: The source file that failures are reported at; with `line` and `column` the place of the call.
    ///   - file: The path of the same file.
    ///   - line: The line.
    ///   - column: The column.
    ///   - resetSteps: Leads back to the element, before each retry.
    /// - Throws: Any error of the reset steps, at once.
    @preconcurrency @MainActor
    public func autoTap(
      _ element: XCUIElement,
      until other: XCUIElement,
      within timeout: Duration? = nil,
      retryAttempts: Int? = nil,
      policy: RetryPolicy? = nil,
      fileID: StaticString = #fileID,
      file: StaticString = #filePath,
      line: UInt = #line,
      column: UInt = #column,
      reset resetSteps: () throws -> Void
    ) rethrows {
      let policy = RetryPolicy(policy, within: timeout, retries: retryAttempts)
      try tap(element, other, policy, hasResetSteps: true, CallSite(fileID, file, line, column), resetSteps)
    }

    /// Taps an element until another one is there, without reset steps.
    @preconcurrency @MainActor
    public func autoTap(
      _ element: XCUIElement,
      until other: XCUIElement,
      within timeout: Duration? = nil,
      retryAttempts: Int? = nil,
      policy: RetryPolicy? = nil,
      fileID: StaticString = #fileID,
      file: StaticString = #filePath,
      line: UInt = #line,
      column: UInt = #column
    ) {
      let policy = RetryPolicy(policy, within: timeout, retries: retryAttempts)
      tap(element, other, policy, hasResetSteps: false, CallSite(fileID, file, line, column), {})
    }

    @MainActor
    private func tap(
      _ element: XCUIElement,
      _ other: XCUIElement,
      _ policy: RetryPolicy,
      hasResetSteps: Bool,
      _ place: CallSite,
      _ resetSteps: () throws -> Void
    ) rethrows {
      var isLate = false
      let name = "Tap \(element.words)"
      let step = StepRun(self, name, .failsTest, policy, hasResetSteps: hasResetSteps, place) {
        // The last tap may have worked since, and taken its element away.
        isLate = RetryAttempt.current != RetryAttempt(number: 1) && other.exists
        return isLate || element.isTappable
      }
      try step.run({ if !isLate { element.tap() } }, { other.isThere }, resetSteps)
    }
  }

  extension XCUIElement {
    /// True if the element exists; in a condition the cause says so, such as `staticText "Welcome" did not exist`.
    ///
    /// It checks once and does not wait: the time of the step is `within:`.
    ///
    /// ```swift
    /// autoWait("Welcome", for: .seconds(5)) { app.staticTexts["Welcome"].isThere }
    /// ```
    public var isThere: Bool { isWithout(exists ? nil : "did not exist", otherwise: "existed") }

    /// True if the element exists, is hittable and is enabled; else the cause has what it is not, as with ``isThere``.
    public var isTappable: Bool {
      // Other questions about a missing element fail the test.
      let obstacle = !exists ? "did not exist" : !isHittable ? "existed but was not hittable" : nil
      return isWithout(obstacle ?? (isEnabled ? nil : "existed but was not enabled"), otherwise: "could be tapped")
    }

    private func isWithout(_ obstacle: String?, otherwise state: String) -> Bool {
      StepEnvironment.current.step?.note(NotedValue(name: words) { obstacle ?? state })
      return obstacle == nil
    }

    /// Such as `button "Sign In"`, where XCUITest has `"Sign In" Button`.
    fileprivate var words: String {
      guard let match = description.wholeMatch(of: #/(".*") (.+)/#) else { return description }
      return "\(match.2.prefix(1).lowercased())\(match.2.dropFirst()) \(match.1)"
    }
  }
#endif
