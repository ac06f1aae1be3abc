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

  /// Leaves a warning in Swift Testing, or an attachment in XCTest if it has attachments.
  func leave() {
    if RunningTest.isInSwiftTesting { warn() } else { attachRows() }
  }

  private func warn() {
    let message = [report.lastLine(.whole), report.summary].compactMap { $0 }.joined(separator: " ")
    Issue.warn(Comment(rawValue: message), at: report.step.callSite.sourceLocation)
  }
}

#if canImport(Darwin)
  extension RecoveryNotice {
    private func attachRows() {
      TestAttachment(file: rows, testCase: testCase, callSite: report.step.callSite).addToXCTest()
    }

    /// The rows of the step.
    private var rows: AttachedFile {
      let event = event()
      let records = report.failedAttempts.map { Record($0, in: event) } + [Record(report, in: event)]
      let writer = RecordWriter(.current, origin: timekeeper.origin)
      let rows = records.flatMap { record in
        writer.write(record, at: timekeeper.now())
        return writer.bytes.withContents { Array($0) }
      }
      return AttachedFile(name: "♻️ \(report.step.name).jsonl", bytes: rows)
    }
  }
#else
  extension RecoveryNotice {
    /// XCTest on Linux has no attachments.
    private func attachRows() {}
  }
#endif
