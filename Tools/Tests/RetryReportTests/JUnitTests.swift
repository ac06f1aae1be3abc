import Foundation
import Testing

@testable import RetryReport

@Suite struct JUnitTests {
  /// Results as `swift test --xunit-output` writes them: the first file XCTest's, the second Swift Testing's.
  @Test(arguments: ["results", "results-swift-testing"])
  func `passing tests that recovered are marked, and every other byte stays`(name: String) async throws {
    let xml = try String(contentsOf: Golden.folder.appendingPathComponent("\(name).xml"), encoding: .utf8)
    var merge = JUnitMerge(try await Golden.report())
    let merged = try String(decoding: merge.merge(into: Array(xml.utf8)), as: UTF8.self)
    try Golden.compare(merged, with: "\(name)-merged.xml")
    let unmerged = merged.replacing(#/<flakyFailure .*?<\/flakyFailure>/#.dotMatchesNewlines(), with: "")
      .replacing(#/ flakes="[0-9]+"/#, with: "")
      .replacing("></testcase>", with: " />")
    #expect(unmerged == xml.replacing("></testcase>", with: " />"))
    #expect(try SurefireDialect.problems(in: merged) == [])
  }

  @Test func `merging twice is merging once`() async throws {
    let xml = try Data(contentsOf: Golden.folder.appendingPathComponent("results.xml"))
    var merge = JUnitMerge(try await Golden.report())
    let once = try merge.merge(into: Array(xml))
    #expect(merge.flakyTests == 2)
    #expect(try merge.merge(into: once) == once)
    #expect(merge.flakyTests == 0)
  }

  @Test func `a test that failed or was skipped is no flaky test`() async throws {
    let report = try await Golden.report()
    for result in ["<failure message=\"no\"/>", "<error/>", "<skipped/>"] {
      let xml =
        "<testsuite><testcase classname=\"ShopTests.CartTests\" name=\"testCart\">\(result)</testcase></testsuite>"
      var merge = JUnitMerge(report)
      #expect(try merge.merge(into: Array(xml.utf8)) == Array(xml.utf8))
    }
  }

  @Test(
    arguments: [
      // What looks like a tag in a comment, in CDATA or in an attribute is none.
      (
        "<testsuite a='>'><!-- a > b <testcase classname=\"S\" name=\"t\"/> --><![CDATA[a > b <testcase classname=\"S\" name=\"t\"/>]]>"
          + "</testsuite>", 0
      ),
      ("<?xml version='1.0'?><testsuite><testcase name = 't' classname='S' /></testsuite>", 1),
      ("<testsuite flakes=\"0\"><testcase classname=\"&#83;\" name=\"&#x74;\"></testcase></testsuite>", 1),
      (
        "<testsuites><testsuite><testsuite><testcase classname=\"S\" name=\"t\"/></testsuite></testsuite></testsuites>",
        1
      ),
      ("<testsuite><testcase classname=\"S\" name=\"t\"", 0),
    ]
  )
  func `tests are found as XML means them`(xml: String, flaky: Int) throws {
    var figures = FigureCollector()
    figures.add(.sample(outcome: "recovered", attempt: 2, suite: "S", test: "t"))
    var merge = JUnitMerge(Report(input: Input(), figures: figures))
    let merged = String(decoding: try merge.merge(into: Array(xml.utf8)), as: UTF8.self)
    #expect(merge.flakyTests == flaky)
    #expect(merged.contains("flakes=\"1\"") == (flaky == 1))
    #expect(merged.components(separatedBy: "flakes=").count <= 2)
  }

  @Test func `a file that is no result file is an error`() async throws {
    var merge = JUnitMerge(try await Golden.report())
    #expect(throws: JUnitMerge.NotJUnit.self) { try merge.merge(into: Array("<html></html>".utf8)) }
    #expect(throws: JUnitMerge.NotJUnit.self) { try merge.merge(into: []) }
  }
}
