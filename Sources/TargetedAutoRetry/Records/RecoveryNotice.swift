internal import Testing
internal import XCTest

/// The trace of a step that recovered in the report of its test: a pass that needed a retry must not look like another.
struct RecoveryNotice {
  let report: StepReport
  /// The end of the step.
  let event: RetryEvent
  /// The conforming object, where it is a test case itself.
  let testCase: XCTestCase?
  let timekeeper: Timekeeper

  /// Leaves a warning in Swift Testing, and an attachment in XCTest where that has attachments.
  func leave() {
    if Test.current != nil {
      let message = [report.lastLine, report.summary].compactMap { $0 }.joined(separator: " ")
      let location = report.step.callSite.sourceLocation
      Issue.warn(Comment(rawValue: message), at: location)
    } else {
      attachRecords()
    }
  }
}
