import Foundation
import Testing
import XCTest

@testable import TargetedAutoRetry

@Suite(.serialized) struct AttachmentTests {
  private static func attachment(_ name: String, _ type: String, _ contents: String) -> Report.Attachment {
    Report.Attachment(name: name, type: type, isKept: true, contents: contents)
  }

  @Test func `a recovered step keeps its records in the test report`() async throws {
    let report = await run(ContractTestCase.self) { test in
      test.step("Sign In", until: { RetryAttempt.current?.number == 2 })
    }
    let attachment = try #require(report.attachments.first)
    #expect(report.attachments.count == 1)
    #expect(attachment.name == "♻️ Sign In.jsonl")
    #expect(attachment.isKept)
    #expect(attachment.type == "public.json")
    let rows = attachment.contents.split(separator: "\n")
    #expect(rows.count == 2)
    #expect(rows.first?.contains(#""kind":"attempt""#) == true)
    #expect(rows.last?.contains(#""outcome":"recovered""#) == true)
  }

  @Test func `a policy can switch attachments off`() async {
    let report = await run(ContractTestCase.self) { test in
      test.step(policy: RetryPolicy(reportsRecovery: false), until: { RetryAttempt.current?.number == 2 })
      test.step()
      test.step(retries: 1, failsTest: false, until: { false })
    }
    #expect(report.attachments == [])
  }

  @Test func `attachments of the hook are kept and logged`() async {
    let report = await run(ContractTestCase.self) { test in
      test.step("Show", policy: RetryPolicy(reportsRecovery: false), until: { RetryAttempt.current?.number == 2 })
    }
    #expect(report.attachments == [Self.attachment("screen.png", "public.png", "picture")])
    #expect(report.activities.map(\.name).contains("♻️♻️♻️📎 [ATTACHMENT: 0] Show: screen.png (7 bytes)"))
  }

  @Test func `a page object's hook on another thread can attach files`() async {
    let report = await run(RetryableTestCase.self) { _ in
      Page().step("Show", until: { RetryAttempt.current?.number == 2 })
    }
    #expect(report.attachments.map(\.name) == ["page.txt", "♻️ Show.jsonl"])
    #expect(report.attachments.first == Self.attachment("page.txt", "public.txt", "source"))
  }
}

private struct Page: TargetedAutoRetry {
  func collectEvidence(of attempt: AttemptEvidence) {
    guard attempt.actionDescription == "Show", attempt.failure != nil else { return }
    DispatchQueue.concurrentPerform(iterations: 1) { _ in
      attempt.attach("source", named: "page.txt")
    }
  }
}
