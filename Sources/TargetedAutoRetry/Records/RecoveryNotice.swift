internal import Testing
internal import XCTest

/// The trace of a recovered step in the report of its test: a pass that needed a retry must not look like another.
struct RecoveryNotice {
  let report: StepReport
  /// The conforming object, if it is a test case itself.
  let testCase: XCTestCase?
  let timekeeper: Timekeeper
  /// The end of the step, made only if its rows are needed.
  let event: () -> RetryEvent

  /// Leaves a known issue in Swift Testing, or an attachment in XCTest if it has attachments.
  func leave() {
    if RunningTest.isInSwiftTesting { leaveKnownIssue() } else { attachRows() }
  }

  /// The nearest scope takes an issue, so a `withKnownIssue` of the author around the step does not see this one.
  private func leaveKnownIssue() {
    let message = [report.lastLine(.whole), report.summary].compactMap { $0 }.joined(separator: " ")
    let (comment, place) = (Comment(rawValue: message), report.step.callSite.sourceLocation)
    withKnownIssue(sourceLocation: place) { Issue.record(comment, sourceLocation: place) }
  }
}

#if canImport(Darwin)
  extension RecoveryNotice {
    private func attachRows() {
      TestAttachment(file: rows, testCase: testCase, callSite: report.step.callSite).addToXCTest()
    }

    /// The rows of the step.
    private var rows: AttachedFile {
      let (event, process) = (event(), RecordingProcess.current)
      let records =
        report.failedAttempts.map { Record($0, in: event, by: process) } + [Record(report, in: event, by: process)]
      let lines = records.enumerated().compactMap { try? $1.line($0 + 1, at: timekeeper.now(), by: process) }
      return AttachedFile(name: "♻️ \(report.step.name).jsonl", bytes: Array(lines.joined()))
    }
  }
#else
  extension RecoveryNotice {
    /// XCTest on Linux has no attachments.
    private func attachRows() {}
  }
#endif
