#if canImport(Darwin)
  public import XCTest

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
    ///   - patience: The time for each of the two waits of an attempt, 0 s or more; by default that of the
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
      within patience: Duration? = nil,
      retryAttempts: Int? = nil,
      policy: RetryPolicy? = nil,
      fileID: StaticString = #fileID,
      file: StaticString = #filePath,
      line: UInt = #line,
      column: UInt = #column,
      reset resetSteps: () throws -> Void
    ) rethrows {
      let policy = RetryPolicy(policy, within: patience, retries: retryAttempts)
      try tap(element, other, policy, hasResetSteps: true, CallSite(fileID, file, line, column), resetSteps)
    }

    /// Taps an element until another one is there, without reset steps.
    @preconcurrency @MainActor
    public func autoTap(
      _ element: XCUIElement,
      until other: XCUIElement,
      within patience: Duration? = nil,
      retryAttempts: Int? = nil,
      policy: RetryPolicy? = nil,
      fileID: StaticString = #fileID,
      file: StaticString = #filePath,
      line: UInt = #line,
      column: UInt = #column
    ) {
      let policy = RetryPolicy(policy, within: patience, retries: retryAttempts)
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
    /// It looks once and does not wait: the time of the step is `within:`.
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
      Surroundings.current.step?.note(NotedValue(name: words) { obstacle ?? state })
      return obstacle == nil
    }

    /// Such as `button "Sign In"`, where XCUITest has `"Sign In" Button`.
    fileprivate var words: String {
      guard let match = description.wholeMatch(of: #/(".*") (.+)/#) else { return description }
      return "\(match.2.prefix(1).lowercased())\(match.2.dropFirst()) \(match.1)"
    }
  }
#endif
