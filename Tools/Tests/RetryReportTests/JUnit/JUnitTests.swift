import Foundation
import Testing

@testable import RetryReport

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite struct JUnitTests {
  /// Results as `swift test --xunit-output` writes them: the first file XCTest's, the second Swift Testing's.
  @Test(arguments: ["results", "results-swift-testing"])
  func `passing tests that recovered are marked, and every other byte stays`(name: String) async throws {
    let xml = try String(contentsOf: Golden.folder.appendingPathComponent("\(name).xml"), encoding: .utf8)
    var merge = JUnitMerge(await Golden.report())
    let merged = try String(decoding: merge.merge(into: Array(xml.utf8)), as: UTF8.self)
    try Golden.compare(merged, with: "\(name)-merged.xml")
    let unmerged = merged.replacing(#/<flakyFailure .*?<\/flakyFailure>/#.dotMatchesNewlines(), with: "")
      .replacing(#/ flakes="[0-9]+"/#, with: "")
      .replacing("></testcase>", with: " />")
    #expect(unmerged == xml.replacing("></testcase>", with: " />"))
  }

  @Test func `merging twice is merging once`() async throws {
    let xml = try Data(contentsOf: Golden.folder.appendingPathComponent("results.xml"))
    var merge = JUnitMerge(await Golden.report())
    let once = try merge.merge(into: Array(xml))
    #expect(merge.marked == 2)
    #expect(try merge.merge(into: once) == once)
    #expect(merge.marked == 0)
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

  @Test func `what recovered and is in no document is named`() throws {
    var rows: [Row] = []
    for test in ["testPay", "testLook"] {
      rows.append(.sample(outcome: "recovered", attempt: 2, suite: "Shop.Cart", test: test, stepID: test))
    }
    var merge = JUnitMerge(Report(rows))
    _ = try merge.merge(into: Array("<testsuite><testcase classname='Cart' name='testPay'/></testsuite>".utf8))
    #expect(merge.missing == ["Shop.Cart/testLook"])
  }

  @Test func `what is added has no byte that another encoding reads differently`() throws {
    var row = Row.sample(outcome: "recovered", action: "Bestätigen 🙈", attempt: 2, suite: "S", test: "t")
    row.errorMessage = "größer"
    var merge = JUnitMerge(Report([row]))
    let latin =
      Array("<?xml version='1.0' encoding='ISO-8859-1'?><testsuite name='".utf8) + [0xE4]
      + Array("'><testcase classname='S' name='t'/></testsuite>".utf8)
    let merged = try merge.merge(into: latin)
    #expect(merged.filter { $0 > 0x7F } == [0xE4])
    #expect(String(decoding: merged, as: UTF8.self).contains("Best&#228;tigen &#128584; recovered in attempt 2"))
  }

  @Test func `a test that failed or was skipped is no flaky test`() async throws {
    let report = await Golden.report()
    for result in ["<failure message=\"no\"/>", "<error/>", "<skipped/>"] {
      let xml =
        "<testsuite><testcase classname=\"ShopTests.CartTests\" name=\"testCart\">\(result)</testcase></testsuite>"
      var merge = JUnitMerge(report)
      #expect(try merge.merge(into: Array(xml.utf8)) == Array(xml.utf8))
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
      ("<testsuite flakes=\"0\"><testcase classname=\"&#83;\" name=\"&#x74;\"></testcase></testsuite>", 1),
      (
        "<testsuites><testsuite><testsuite><testcase classname=\"S\" name=\"t\"/></testsuite></testsuite></testsuites>",
        1
      ),
      (
        "<!DOCTYPE testsuite [ <!ENTITY a \"<testcase classname='S' name='t'/> ]>\"> <!-- ]> --> ]>"
          + "<testsuite><testcase classname=\"S\" name=\"t\"/></testsuite>", 1
      ),
      ("<!DOCTYPE testsuite [<!-- it's -->]><testsuite><testcase classname=\"S\" name=\"t\"/></testsuite>", 1),
      ("<!DOCTYPE testsuite SYSTEM 'a > b'><testsuite><testcase classname=\"S\" name=\"t\"/></testsuite>", 1),
      ("<!DOCTYPE", -1), ("<!DOCTYPE a '", -1),
    ]
  )
  func `tests are found as XML means them`(xml: String, flaky: Int) throws {
    var merge = JUnitMerge(Report([.sample(outcome: "recovered", attempt: 2, suite: "S", test: "t")]))
    if flaky < 0 {
      #expect(throws: JUnitMerge.NotJUnit.self) { try merge.merge(into: Array(xml.utf8)) }
      return
    }
    let merged = String(decoding: try merge.merge(into: Array(xml.utf8)), as: UTF8.self)
    #expect(merge.marked == flaky)
    #expect(merged.contains("flakes=\"1\"") == (flaky == 1))
    #expect(merged.components(separatedBy: "flakes=").count <= 2)
  }

  private static let flaky = Report([.sample(outcome: "recovered", attempt: 2, suite: "S", test: "t")])
  private static let flakyCase = "<testcase classname=\"S\" name=\"t\"/>"

  @Test(
    arguments: [
      ("\(flakyCase)\n<testcase classname=\"S\" name=", "line 3, and stays as it is: a tag cannot be read"),
      ("\(flakyCase)\n<failure>1 < 2</failure></testsuite>", "line 3, and stays as it is: a tag cannot be read"),
      ("\(flakyCase)\n<testcase><failure>", "line 3, and stays as it is: <failure> has no end"),
      ("\(flakyCase)<!-- ", "line 2, and stays as it is: <testsuite> has no end"),
      ("<testcase>\n</testsuite>", "line 3, and stays as it is: </testsuite> ends what has not begun"),
    ]
  )
  func `a file that is broken is an error that says where`(rest: String, message: String) throws {
    var merge = JUnitMerge(Self.flaky)
    let error = try #require(throws: JUnitMerge.NotJUnit.self) {
      try merge.merge(into: Array("\n<testsuite>\(rest)".utf8))
    }
    #expect(error.description == "is broken in \(message)")
  }

  @Test(arguments: [String.Encoding.utf16BigEndian, .utf16LittleEndian], ["", "\u{FEFF}"])
  func `a file in UTF-16 stays in UTF-16`(encoding: String.Encoding, mark: String) throws {
    let start = "\(mark)<testsuite name='Größe 🙈'"
    let xml = try #require("\(start)>\(Self.flakyCase)</testsuite>\n".data(using: encoding))
    var merge = JUnitMerge(Self.flaky)
    let merged = try #require(String(data: Data(try merge.merge(into: Array(xml))), encoding: encoding))
    #expect(merged.hasPrefix("\(start) flakes=\"1\"><testcase classname=\"S\" name=\"t\"><flakyFailure message="))
    #expect(throws: JUnitMerge.NotJUnit.self) { try merge.merge(into: Array(xml.dropLast())) }
    #expect(throws: JUnitMerge.NotJUnit.self) { try merge.merge(into: Array(xml) + [0xD8, 0xD8]) }
  }

  @Test func `elements of a namespace with a prefix are found, and what is added has it too`() throws {
    let xml = "<j:testsuite xmlns:j='urn:junit'><j:testcase classname='S' name='t'/></j:testsuite>"
    var merge = JUnitMerge(Self.flaky)
    let merged = String(decoding: try merge.merge(into: Array(xml.utf8)), as: UTF8.self)
    #expect(
      merged.hasPrefix(
        "<j:testsuite xmlns:j='urn:junit' flakes=\"1\"><j:testcase classname='S' name='t'><j:flakyFailure "
      )
    )
    #expect(merged.hasSuffix("</j:stackTrace></j:flakyFailure></j:testcase></j:testsuite>"))
    #expect(XMLParser(data: Data(merged.utf8)).parse())
  }

  @Test(arguments: [
    ("status=\"failed\"", 0), ("status=\"Error\"", 0), ("result=\"skipped\"", 0), ("status=\"notrun\"", 0),
    ("status=\"passed\"", 1), ("status=\"run\" result=\"completed\"", 1), ("status=\"\"", 1),
  ])
  func `a test that did not pass by its status is no flaky test`(status: String, flaky: Int) throws {
    var merge = JUnitMerge(Self.flaky)
    let xml = "<testsuite><testcase classname=\"S\" name=\"t\" \(status)></testcase></testsuite>"
    _ = try merge.merge(into: Array(xml.utf8))
    #expect(merge.marked == flaky)
  }
}
