internal import Testing
internal import XCTest

extension RunningTest {
  /// All tests of Swift Testing without a trait; it ends with the process.
  private static let ofSwiftTesting: RunningTest = {
    ProcessEnd.add {
      for issue in ofSwiftTesting.abandon() {
        ProcessEnd.fail("\(issue.place): error: \(issue.message) (\(NotWithheld.testIsOver.rawValue))")
      }
    }
    return RunningTest()
  }()

  /// A test that is over, or a run of it before another one.
  private static func over(before next: RunningTest? = nil) -> RunningTest {
    let test = RunningTest()
    _ = test.abandon()
    test.state.withLock { $0.next = next }
    return test
  }

  /// The test that a step begins in; nil if it is not known.
  ///
  /// - Parameter testCase: The object of the step, if it is a test case.
  static func ofStep(
    of testCase: XCTestCase?,
    inside parent: StepContext?,
    _ around: Surroundings,
    isInSwiftTesting: Bool
  ) -> RunningTest? {
    if let test = parent?.test, testCase == nil || testCase === test.instance { return test }
    if isInSwiftTesting { return around.flakyRun ?? ofSwiftTesting }
    guard let testCase else { return current }
    guard let test = see(testCase) else { return testCase.testRun?.stopDate == nil ? nil : over() }
    return test.instance === testCase || !test.withholds ? test : over(before: test)
  }
}

// The attempts of its steps.
extension RunningTest {
  /// Begins an attempt; false if the run is over.
  func begin(_ attempt: StepContext) -> Bool {
    state.withLock { state in
      if !state.isOver { state.open.append(attempt) }
      return !state.isOver
    }
  }

  func end(_ attempt: StepContext, hasWithheld: Bool) {
    state.withLock { state in
      guard let index = state.open.lastIndex(where: { $0 === attempt }) else { return }
      state.open.remove(at: index)
      if hasWithheld { state.withheld[attempt.step.id, default: []].append(attempt) }
    }
  }

  func withheld(of step: StepID) -> [StepContext] { state.withLock { $0.withheld[step] ?? [] } }

  /// Ends a step, and hands out its attempts that have withheld something.
  func settle(_ step: StepID) -> [StepContext] { state.withLock { $0.withheld.removeValue(forKey: step) ?? [] } }

  /// Closes the open attempts for good, and returns the withheld issues that no step has settled, to be reported.
  func abandon() -> [TestIssue] {
    var (open, attempts) = state.withLock { state in
      defer { (state.isOver, state.open, state.withheld) = (true, [], [:]) }
      return (state.open, state.withheld)
    }
    for attempt in open {
      attempt.end(.testIsOver)
      attempts[attempt.step.id, default: []].append(attempt)
    }
    return attempts.sorted { $0.key.number < $1.key.number }
      .flatMap { $0.value.takeDistinct(ofAttempts: $0.value.last?.attempt.number ?? 1) }
  }
}

// The end of a test by a step that has failed.
extension RunningTest {
  /// The steps that have ended tests of Swift Testing without a trait.
  private static let ends = Locked<[TestIdentity: String]>([:])

  /// The step that has ended the test of the current code.
  var endingStep: String? {
    guard self === Self.ofSwiftTesting else { return endedBy.withLock { $0 } }
    // A test of the same name may run again in the process; its task is not cancelled. The lookup of the test takes long.
    if !Task.isCancelled || Self.ends.withLock({ $0.isEmpty }) { return nil }
    return Self.identity(of: self).flatMap { test in Self.ends.withLock { $0[test] } }
  }

  /// Ends the test of the current code, as far as its framework can.
  func end(by step: String) {
    guard self === Self.ofSwiftTesting else { return endedBy.withLock { $0 = step } }
    if let test = Self.identity(of: self) { Self.ends.withLock { $0[test] = step } }
    Self.cancelTest()
  }

  #if compiler(>=6.3)
    private static func cancelTest() {
      if Test.current != nil { _ = try? Test.cancel() }
    }
  #else
    private static func cancelTest() { withUnsafeCurrentTask { $0?.cancel() } }
  #endif
}

/// Says that a run of a test is over: its flaky scope has recorded an error, and throws this one instead.
///
/// What runs the test drops it.
struct RunIsOver: Error, CustomStringConvertible {
  /// XCTest on Linux hands on only a text, and prints it.
  var description: String { "the error that left a flaky scope ended this run" }
}

// Errors have no place of their own, except that of a step which has used up its attempts.
extension RunningTest {
  /// Records an error as an issue, at the step that threw it, or else at a call.
  func record(_ error: any Error, at callSite: CallSite? = nil) {
    if let testCase {
      testCase.record(.thrown(error, at: (error as? RetryExhausted)?.report.step.failureSite ?? callSite))
    } else if let callSite {
      error.record(at: callSite.sourceLocation)
    }
  }

  /// True if this run has the failure that the error stands for, and forgives it only if it may forgive the error too.
  ///
  /// - Parameter scope: The flaky scope that the error leaves; nil where it ends the test.
  func hasFailure(of error: any Error, in scope: FlakyScope? = nil) -> Bool {
    if let report = (error as? RetryExhausted)?.report {
      if report.hasNotRun { return hasIssue }
      if report.isFailureExpected { return false }
      guard report.failsTest || report.ending.failureInside != nil else { return false }
    } else if !error.standsForIssue {
      return false
    }
    let place = (error as? ExpectationFailedError)?.expectation.sourceLocation.place
    return state.withLock { state in
      let mayForgive = mayKeep(scope?.mark, state)
      return state.issues.dropFirst(scope?.issuesBefore ?? 0).contains { issue in
        issue.run == number && (issue.issue.isInResult || mayForgive) && (place == nil || issue.issue.place == place)
      }
    }
  }
}

extension Error {
  /// Records it as an issue of Swift Testing, which would take that of a requirement for a misuse.
  func record(at location: SourceLocation) {
    guard let requirement = (self as? ExpectationFailedError)?.expectation else {
      return _ = Issue.record(self, sourceLocation: location)
    }
    let place = requirement.sourceLocation.place
    Issue.record("the requirement at \(place), which a step had forgiven, ended the test", sourceLocation: location)
  }
}
