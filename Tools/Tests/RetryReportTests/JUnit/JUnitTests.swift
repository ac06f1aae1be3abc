import Foundation
import Testing

@testable import RetryReport

@Suite struct JUnitTests {
  @Test func `the headline counts all files and names unreadable ones`() throws {
    let rows = Row.flake("s1", of: "busy") + [.sample(outcome: "exhausted", stepID: "s2", durationMs: 9)]
    var report = Report(rows)
    #expect(report.headline.hasPrefix("Tests: unknown (no result files: see --junit). Retries cost "))
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
  func `only passing tests that recovered are marked`(name: String) async throws {
    let xml = try Data(contentsOf: Golden.folder.appendingPathComponent("\(name).xml"))
    var merge = JUnitMerge(await Golden.report())
    let merged = try merge.merge(into: xml)
    #expect(try merge.merge(into: merged) == merged)
    #expect(merge.marked == 0)
    try Golden.compare(String(decoding: merged, as: UTF8.self), with: "\(name)-merged.xml")
  }

  @Test(arguments: [
    ("Shop.Cart", "testPay", true), ("Cart", "testPay", true), ("Shop/Cart", "testPay", true),
    ("Cart", "testPay()", true), ("Cart - iPhone 16 (18.0)", "testPay()", true),
    ("Shop.Cart", "pay()", true), ("Cart", "pay", true), ("Shop.Cart", "pay(by:)", true),
    ("Other.Cart", "testPay", false),
    ("Menu", "testOpen", false), ("Shop.Menu", "testOpen", true), ("Cart", "testOther", false), ("", "testPay", false),
    ("Shop.A/B", "pay", true), ("Shop.A.B", "pay", false),
    ("SwiftTesting", "pay(by:)", true), ("SwiftTesting", "testPay", true), ("SwiftTesting", "testOpen", false),
  ])
  func `a test case is found by the names that tools give it`(classname: String, name: String, isFound: Bool) {
    let keys = [
      ("Shop.Cart", "testPay"), ("Shop.Cart", "pay()"), ("Shop.Cart", "pay(by:)"), ("Shop.Menu", "testOpen"),
      ("Bar.Menu", "testOpen"), ("Shop.A/B", "pay"),
    ]
    let tests = RecordedTests(Dictionary(keys.map { (TestName(suite: $0.0, name: $0.1), []) }) { $1 })
    let testCase = TestName(suite: classname, name: name)
    #expect((tests.key(of: testCase, isOnlyOne: true) != nil) == isFound)
    // One of two cases with the same names may be of another module, unless the class has the module.
    let hasModule = classname.hasPrefix("Shop")
    #expect((tests.key(of: testCase, isOnlyOne: false) != nil) == (isFound && hasModule))
  }

  @Test func `recovered tests that are in no document are named`() throws {
    let rows = ["testPay", "testRefund"].map {
      Row.sample(outcome: "recovered", suite: "Shop.Cart", test: $0, stepID: $0)
    }
    var merge = JUnitMerge(Report(rows))
    _ = try merge.merge(into: Data("<testsuite><testcase classname='Cart' name='testPay'/></testsuite>".utf8))
    #expect(merge.missing == ["Shop.Cart/testRefund"] && !merge.hasNoRecordedTest)
    var other = JUnitMerge(Report(rows))
    _ = try other.merge(into: Data("<testsuite><testcase classname='Menu' name='testOpen'/></testsuite>".utf8))
    #expect(other.hasNoRecordedTest && other.examples.map { [$0, $1] } == ["Shop.Cart/testPay", "Menu/testOpen"])
    _ = try other.merge(into: Data("<testsuite><testcase classname='Cart' name='testPay'/></testsuite>".utf8))
    #expect(!other.hasNoRecordedTest)
  }

  /// The test in each file, the outcomes of its step in each process, and the numbers of marked files and recovered cases.
  @Test(arguments: [
    (["", ""], ["recovered", "passed"], 0, 1), (["", ""], ["recovered", "recovered"], 2, 2),
    (["", ""], ["recovered"], 2, 2), (["", "", ""], ["passed", "recovered", "recovered"], 0, 2),
    (["<failure/>", ""], ["recovered", "passed"], 0, 0), (["", "<failure/>"], ["recovered", "recovered"], 0, 1),
    (["<skipped/>", ""], ["recovered"], 1, 1), ([""], ["recovered", "passed"], 1, 1),
  ])
  func `a recovery marks no file that may be of another shard`(
    insides: [String],
    outcomes: [String],
    marked: Int,
    recovered: Int
  ) throws {
    let rows = outcomes.enumerated().map { process, outcome in
      Row.sample(outcome: outcome, attempt: 2, suite: "S", test: "t", stepID: "\(process)-1")
    }
    var merge = JUnitMerge(Report(rows))
    let files = try insides.map { inside in
      try merge.read(Data("<testsuite><testcase name='t' classname='S'>\(inside)</testcase></testsuite>".utf8))
    }
    let copies = files.compactMap { merge.merge($0) }
    #expect(copies.count == marked)
    #expect(merge.unclear == (marked == 0 ? ["S/t"] : []))
    #expect(merge.results.count(.recovered) == recovered)
  }

  @Test(arguments: [
    "<testcase name='t'  classname='S'><failure/></testcase>", "<testcase name='t'  classname='S' status='skipped' />",
    "<testcase name='t' classname='S'/><testcase name='t' classname='S'><failure/></testcase>",
    "<testcase name='t' classname='S'><failure/></testcase><testcase name='t' classname='S'/>",
    "<testcase name='t'  classname='S'><flakyFailure/></testcase>", "<testcase name='other'/>", "",
  ])
  func `a file without recovered tests stays byte for byte`(test: String) throws {
    let xml = Data("<testsuite>\r\n\(test)</testsuite>".utf8)
    var merge = JUnitMerge(Self.flaky)
    #expect(try merge.merge(into: xml) == xml)
    #expect(merge.missing.isEmpty == test.contains("'t'"))
  }

  private static let flaky = Report([.sample(outcome: "recovered", attempt: 2, suite: "S", test: "t")])
  private static let flakyCase = "<testcase classname=\"S\" name=\"t\"/>"

  /// The document with the flakes in it; a mark in place of each `flakyFailure`.
  private func merged(_ document: Data) throws -> String {
    var merge = JUnitMerge(Self.flaky)
    let merged = String(decoding: try merge.merge(into: document), as: UTF8.self)
    return merged.replacing(#/<(.:)?flakyFailure .*?<\/.?:?flakyFailure>/#.dotMatchesNewlines()) {
      "[\($0.1 ?? "")flaky]"
    }
  }

  /// Documents with a flaky test, whose element ends with a bar.
  @Test(arguments: [
    // A tag in a comment, in CDATA or in an attribute is not a tag.
    "<!-- \(flakyCase)> \(flakyCase) -->\r\n<testsuite a='&gt;>'>\r\n\(flakyCase)|</testsuite><?b c?><?d?>",
    "<testsuite><![CDATA[\r\n\(flakyCase)\(flakyCase)]]>\(flakyCase)|<?b \(flakyCase)\(flakyCase)?></testsuite>",
    // What opens a section elsewhere is text in a comment and in an instruction.
    "<testsuite><!-- <![CDATA[ <? --><?a <![CDATA[ <!-- ?>\(flakyCase)|<a><![CDATA[<!-- b]]></a></testsuite>",
    "<!DOCTYPE testsuite SYSTEM 'a'><testsuite><testcase name = 't&#10;&lt;&#x9;\"' classname='S'/>\(flakyCase)|</testsuite>",
    "<?xml version='1.0'?>\n<testsuite><testcase classname='S' name='t' />|<testcase name='u'></testcase></testsuite>\n",
    "<j:testsuites xmlns:j='urn:j'><j:testcase  name='&#x74;'\nclassname='&#83;'><j:a/>b&amp;&#13;|</j:testcase></j:testsuites>",
  ])
  func `only the flaky test of a document changes`(marked: String) throws {
    let parts = marked.split(separator: "|").map(String.init)
    let prefix = marked.hasPrefix("<j:") ? "j:" : ""
    let isEmpty = parts[0].hasSuffix("/>")
    let start = isEmpty ? parts[0].dropLast(2) + ">" : parts[0]
    let merged = try merged(Data(parts.joined().utf8))
    #expect(merged == "\(start)[\(prefix)flaky]\(isEmpty ? "</testcase>" : "")\(parts[1])")
  }

  @Test(arguments: [
    ("US-ASCII", String.Encoding.ascii, "e"), ("ISO-8859-1", .isoLatin1, "é"), ("windows-1252", .windowsCP1252, "€"),
    ("UTF-16", .utf16, "é🔒"), ("Shift_JIS", .shiftJIS, "日本"),
    ("UTF-16", .utf16LittleEndian, "é"), ("UTF-16", .utf16BigEndian, "é"), ("UTF-8", .utf32LittleEndian, "é"),
    ("ISO-8859-15", .init(rawValue: 0x8000_020F), "é€"), ("GB18030", .init(rawValue: 0x8000_0632), "é日"),
    ("EUC-KR", .init(rawValue: 0x8000_0940), "한"), ("windows-1251", .windowsCP1251, "Ж"),
  ])
  func `a file is written as UTF-8, whatever it declares`(name: String, encoding: String.Encoding, text: String) throws
  {
    let xml = "<?xml version='1.0' encoding='\(name)'?><testsuite name='\(text)'>\(Self.flakyCase)</testsuite>"
    let declaration = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>"
    #expect(
      try merged(#require(xml.data(using: encoding)))
        == "\(declaration)<testsuite name='\(text)'><testcase classname=\"S\" name=\"t\">[flaky]</testcase></testsuite>"
    )
  }

  @Test(arguments: [
    ("<testsuite>\n<testcase>\n</testsuite>", "is malformed in line 3 (libxml2 error 76), and was not changed"),
    (
      "<testsuite>\n<failure>1 < 2</failure></testsuite>",
      "is malformed in line 2 (libxml2 error 68), and was not changed"
    ),
    ("<testsuite>\n<testcase><failure>", "is malformed in line 2 (libxml2 error 5), and was not changed"),
    ("<testsuite>\n<!-- ", "is malformed in line 2 (libxml2 error 45), and was not changed"),
    ("<testsuite/>\n<testsuite/>", "is malformed in line 2 (libxml2 error 5), and was not changed"),
    ("<testsuite name='\u{0}'/>", "is malformed in line 1 (libxml2 error 9), and was not changed"),
    ("<testsuite><j:testcase/></testsuite>", "is malformed in line 1 (libxml2 error 201), and was not changed"),
    ("<?xml version='1.0' encoding='x'?><testsuite/>", "is not text in the encoding x, and was not changed"),
    ("", "is not an XML file, and was not changed"), ("{ \"a\": 1 }", "is not an XML file, and was not changed"),
    ("<coverage/>", "has no <testsuite> element; a JUnit XML file was expected"),
    (
      "<!-- [ --><!DOCTYPE t SYSTEM '>' [<!ENTITY a SYSTEM 'file:///etc/passwd'>]><testsuite>&a;</testsuite>",
      "has a document type with declarations, which are not read"
    ),
  ])
  func `a file that cannot be read is an error that says why`(xml: String, reason: String) throws {
    var merge = JUnitMerge(Self.flaky)
    let error = try #require(throws: JUnitMerge.NotJUnit.self) { try merge.merge(into: Data(xml.utf8)) }
    #expect(error.description == reason)
    #expect(error.isOtherXML == (xml == "<coverage/>"))
  }

  @Test(arguments: [("<![CDATA[", "]]>"), ("", "")])
  func `the output of a test may be longer than 10 MB`(opening: String, closing: String) throws {
    let line = String(repeating: "0123456789", count: 100)
    let output = "<testsuite><a>\(opening)\(String(repeating: "\(line) &amp;\n", count: 11_000))\(closing)</a>"
    var merge = JUnitMerge(Self.flaky)
    let merged = try merge.merge(into: Data("\(output)\(Self.flakyCase)</testsuite>".utf8))
    #expect(merged.starts(with: output.utf8) && merge.marked == 1)
  }

  @Test func `a value that is too long for libxml2 is an error`() throws {
    var merge = JUnitMerge(Self.flaky)
    let xml = "<testsuite name='\(String(repeating: "x", count: 11_000_000))'/>"
    let error = try #require(throws: JUnitMerge.NotJUnit.self) { try merge.merge(into: Data(xml.utf8)) }
    #expect(
      error.description == "has a value or a nesting that is too large for libxml2, in line 1, and was not changed"
    )
  }
}
