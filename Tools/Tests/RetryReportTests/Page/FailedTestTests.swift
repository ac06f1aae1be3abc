import Foundation
import Testing

@testable import RetryReport

/// The tests with a failed step, at the top of the page.
@Suite struct FailedTestTests {
  private static let day: Int64 = 86_400_000

  private static func row(
    _ run: Int,
    _ outcome: String,
    test: String = "testPay",
    action: String = "Pay",
    message: String = "no answer",
    parent: String = ""
  ) -> Row {
    Row.sample(
      outcome: outcome,
      action: action,
      test: test,
      runID: "run-\(run)",
      stepID: "p\(run)-\(action)\(test)",
      parentStepID: parent,
      message: message,
      startMs: 1_796_378_400_000 + Int64(run) * day
    )
  }

  private static func section(_ rows: [Row], owners: String = "") -> String {
    HTMLFormat.render(FullReport(rows), owners: CodeOwners(owners)).replacing("<wbr>", with: "")
      .components(separatedBy: "<section aria-labelledby=\"failed-tests\">").dropFirst().first?
      .components(separatedBy: "</section>").first ?? ""
  }

  @Test func `the newest run's tests are listed, with cause, owner and age`() {
    let rows = [
      Self.row(1, "recovered"), Self.row(1, "exhausted", test: "testOld"), Self.row(2, "exhausted"),
      Self.row(2, "exhausted", test: "testNew", message: "sold out"),
    ]
    let section = Self.section(rows, owners: "* @shop")
    #expect(section.contains("testNew</h3>") && section.contains("testPay</h3>") && !section.contains("testOld"))
    #expect(section.contains("no answer <span class=\"since\">first seen in run run-1, "))
    #expect(section.contains("sold out <span class=\"since\">new in this run</span>"))
    #expect(section.ranges(of: "<span class=\"owner\" title=\"in CODEOWNERS\">@shop</span>").count == 2)
  }

  @Test func `only failed outermost steps explain a failed test`() {
    let skipped = Row.sample(outcome: "aborted", stoppedBy: "skip")
    #expect(Self.section([Self.row(1, "passed"), Self.row(1, "recovered"), skipped]) == "")
    #expect(Self.section([Self.row(1, "exhausted", parent: "outer")]) == "")
    #expect(Self.section([Self.row(1, "timedOut")]).contains("testPay</h3>"))
  }

  @Test func `the age is not told without an earlier run`() {
    #expect(!Self.section([Self.row(1, "exhausted")]).contains("since"))
  }
}
