#if canImport(Darwin)
  internal import Foundation
  internal import XCTest

  extension RecoveryNotice {
    /// Attaches the rows of the step to its test, to stay there although the test passes.
    func attachRecords() {
      guard let testCase = testCase ?? RunningTestCase.current else { return }
      let records = report.failedAttempts.map { Record($0, in: event) } + [Record(report, in: event)]
      let rows = records.enumerated().flatMap { index, record in
        record.json(index + 1, by: .current, at: timekeeper.now(), since: timekeeper.origin).utf8
      }
      let attachment = XCTAttachment(data: Data(rows), uniformTypeIdentifier: "public.json")
      attachment.name = "♻️ \(report.step.name).jsonl"
      attachment.lifetime = .keepAlways
      testCase.add(attachment)
    }
  }
#else
  extension RecoveryNotice {
    /// XCTest has no attachments here; the log and the records have the step.
    func attachRecords() {}
  }
#endif
