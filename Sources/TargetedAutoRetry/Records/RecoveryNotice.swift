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
      TestAttachment(file: records, testCase: testCase, callSite: report.step.callSite).addToXCTest()
    }
  }

  /// The rows of the step.
  private var records: AttachedFile {
    let records = report.failedAttempts.map { Record($0, in: event) } + [Record(report, in: event)]
    let rows = records.enumerated().flatMap { index, record in
      record.json(index + 1, by: .current, at: timekeeper.now(), since: timekeeper.origin).utf8
    }
    return AttachedFile(name: "♻️ \(report.step.name).jsonl", bytes: Array(rows))
  }
}
