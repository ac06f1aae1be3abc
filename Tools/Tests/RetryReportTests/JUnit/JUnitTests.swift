import Foundation
import Testing

@testable import RetryReport

@Suite struct JUnitTests {
  @Test func `the headline has the results of all files, and says what it could not read`() throws {
    let rows = Row.flake("s1", of: "busy") + [.sample(outcome: "exhausted", stepID: "s2", durationMs: 9)]
    var report = Report(rows)
    #expect(report.headline.hasPrefix("Tests: unknown (no result files). Retries cost "))
    func test(_ name: String, _ inside: String = "", _ more: String = "") -> String {
      "<testcase classname='ShopTests.SearchTests' name='\(name)' \(more)>\(inside)</testcase>"
    }
    let tests = [
      test("a", "<failure/>"), test("b", "<error/>"), test("c", "", "status='failed'"), test("testSearch"),
      test("d", "<flakyFailure/>"), test("e"), test("f", "<skipped/>"), test("g", "", "status='notrun'"),
    ]
    var merge = JUnitMerge(report)
    _ = try merge.merge(into: Data("<testsuite>\(tests.joined())</testsuite>".utf8))
    _ = try merge.merge(into: Data("<testsuite>\(test("h"))</testsuite>".utf8))
    report.results = merge.results
    let headline = "3 tests failed · 2 passed only after a retry · 2 passed · 2 skipped"
    #expect(report.headline.hasPrefix("\(headline). Retries cost "))
    report.results?.unread = 1
    for text in [TextFormat.render(report), MarkdownFormat.render(report)] {
      #expect(text.contains("\(headline) · 1 result file not read. Retries cost "))
    }
    report.results = TestResults()
    #expect(report.headline.hasPrefix("Tests: unknown. "))
  }

  /// Results as `swift test --xunit-output` writes them: the first file XCTest's, the second Swift Testing's.
  @Test(arguments: ["results", "results-swift-testing"])
  func `passing tests that recovered are marked, and every other byte stays`(name: String) async throws {
    let xml = try String(contentsOf: Golden.folder.appendingPathComponent("\(name).xml"), encoding: .utf8)
    var merge = JUnitMerge(await Golden.report())
    let merged = try String(decoding: merge.merge(into: Data(xml.utf8)), as: UTF8.self)
    #expect(try merge.merge(into: Data(merged.utf8)) == Data(merged.utf8))
    #expect(merge.marked == 0)
    try Golden.compare(merged, with: "\(name)-merged.xml")
    let unmerged = merged.replacing(#/<flakyFailure .*?<\/flakyFailure>/#.dotMatchesNewlines(), with: "")
      .replacing("></testcase>", with: " />")
    #expect(unmerged == xml.replacing("></testcase>", with: " />"))
  }

  @Test(arguments: [
    ("Shop.Cart", "testPay", true), ("Cart", "testPay", true), ("Shop/Cart", "testPay", true),
    ("Cart", "testPay()", true),
    ("Shop.Cart", "pay()", true), ("Cart", "pay", true), ("Shop.Cart", "pay(by:)", true),
    ("Other.Cart", "testPay", true),
    ("Menu", "testOpen", false), ("Shop.Menu", "testOpen", true), ("Cart", "testOther", false), ("", "testPay", false),
  ])
  func `a test case is found by the names that tools give it`(classname: String, name: String, isFound: Bool) {
    let keys = [
      ("Shop.Cart", "testPay"), ("Shop.Cart", "pay()"), ("Shop.Cart", "pay(by:)"), ("Shop.Menu", "testOpen"),
      ("Bar.Menu", "testOpen"),
    ]
    let tests = FlakyTests(Dictionary(uniqueKeysWithValues: keys.map { (TestName(suite: $0.0, name: $0.1), []) }))
    let isOfOtherModule = classname == "Other.Cart"
    #expect((tests.key(classname: classname, name: name) != nil) == (isFound && !isOfOtherModule))
  }

  @Test func `recovered tests that are in no document are named`() throws {
    var rows: [Row] = []
    for test in ["testPay", "testRefund"] {
      rows.append(.sample(outcome: "recovered", attempt: 2, suite: "Shop.Cart", test: test, stepID: test))
    }
    var merge = JUnitMerge(Report(rows))
    _ = try merge.merge(into: Data("<testsuite><testcase classname='Cart' name='testPay'/></testsuite>".utf8))
    #expect(merge.missing == ["Shop.Cart/testRefund"])
  }

  @Test func `a test that failed or was skipped is not marked as flaky`() async throws {
    let report = await Golden.report()
    for result in ["<failure message=\"no\"/>", "<error/>", "<skipped/>"] {
      let xml =
        "<testsuite><testcase classname=\"ShopTests.CartTests\" name=\"testCart\">\(result)</testcase></testsuite>"
      var merge = JUnitMerge(report)
      #expect(try merge.merge(into: Data(xml.utf8)) == Data(xml.utf8))
    }
  }

  @Test(
    arguments: [
      // A tag in a comment, in CDATA or in an attribute is not a tag.
      (
        "<testsuite a='>'><!-- a > b <testcase classname=\"S\" name=\"t\"/> --><![CDATA[a > b <testcase classname=\"S\" name=\"t\"/>]]>"
          + "</testsuite>", 0
      ),
      ("<?xml version='1.0'?><testsuite><testcase name = 't' classname='S' /></testsuite>", 1),
      ("<testsuite><testcase classname=\"S\" name=\"t\"></testcase></testsuite>", 1),
      (
        "<testsuites><testsuite><testsuite><testcase classname=\"S\" name=\"t\"/></testsuite></testsuite></testsuites>",
        1
      ),
      ("<!DOCTYPE testsuite SYSTEM 'a'><testsuite><testcase classname=\"S\" name=\"t\"/></testsuite>", 1),
      ("<!DOCTYPE", -1), ("<testsuite name='\u{FEFF}\u{0}'", -1),
    ]
  )
  func `tests are found by the rules of XML`(xml: String, flaky: Int) throws {
    var merge = JUnitMerge(Report([.sample(outcome: "recovered", attempt: 2, suite: "S", test: "t")]))
    if flaky < 0 {
      #expect(throws: JUnitMerge.NotJUnit.self) { try merge.merge(into: Data(xml.utf8)) }
      return
    }
    let merged = String(decoding: try merge.merge(into: Data(xml.utf8)), as: UTF8.self)
    #expect(merge.marked == flaky)
    #expect(merged.contains("<flakyFailure ") == (flaky == 1))
  }

  private static let flaky = Report([.sample(outcome: "recovered", attempt: 2, suite: "S", test: "t")])
  private static let flakyCase = "<testcase classname=\"S\" name=\"t\"/>"

  @Test(
    arguments: [
      ("\(flakyCase)\n<testcase classname=\"S\" name=", 3), ("\(flakyCase)\n<failure>1 < 2</failure></testsuite>", 3),
      ("\(flakyCase)\n<testcase><failure>", 3), ("\(flakyCase)<!-- ", 2), ("<testcase>\n</testsuite>", 3),
    ]
  )
  func `a malformed file is an error that says where`(rest: String, line: Int) throws {
    var merge = JUnitMerge(Self.flaky)
    let error = try #require(throws: JUnitMerge.NotJUnit.self) {
      try merge.merge(into: Data("\n<testsuite>\(rest)".utf8))
    }
    #expect(error.description == "is malformed in line \(line), and was not changed")
  }

  @Test(arguments: [
    ("status=\"failed\"", 0), ("status=\"Error\"", 0), ("result=\"skipped\"", 0), ("status=\"notrun\"", 0),
    ("status=\"passed\"", 1), ("status=\"run\" result=\"completed\"", 1), ("status=\"\"", 1),
  ])
  func `a test whose status is not passed is not marked as flaky`(status: String, flaky: Int) throws {
    var merge = JUnitMerge(Self.flaky)
    let xml = "<testsuite><testcase classname=\"S\" name=\"t\" \(status)></testcase></testsuite>"
    _ = try merge.merge(into: Data(xml.utf8))
    #expect(merge.marked == flaky)
  }
}
