internal import Testing
internal import XCTest

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
      Issue.record(error.forRecord, sourceLocation: callSite.sourceLocation)
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
    } else if !StopError.standsForIssue(error) {
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
  /// The error for an issue: Swift Testing takes that of a requirement for a misuse.
  var forRecord: any Error { (self as? ExpectationFailedError).map(ForgivenRequirement.init) ?? self }
}

/// Stands for the error of a requirement whose issue a step has forgiven, or which is not known.
private struct ForgivenRequirement: Error, CustomStringConvertible {
  let error: ExpectationFailedError

  var description: String {
    "the requirement at \(error.expectation.sourceLocation.place), which a step had forgiven, ended the test"
  }
}
