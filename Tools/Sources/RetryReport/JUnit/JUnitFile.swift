internal import Foundation

#if canImport(FoundationXML)
  internal import FoundationXML
#endif

/// The test cases of a JUnit file, and a copy of it to which elements can be added.
///
/// The copy says the same in UTF-8. Its attributes are sorted, as in Canonical XML, because `XMLParser` does not tell their
/// order. `XMLDocument` does, but on Linux it ends the process if a byte is not text, and cuts off texts of more than 10 MB
/// without an error.
final class JUnitFile: NSObject, XMLParserDelegate {
  struct Case {
    /// The name, from its `classname` and its `name`.
    let name: TestName
    /// The prefix of the name of its element, such as `j:`.
    let prefix: Substring
    /// The outcome in the file, without regard to flakes.
    fileprivate(set) var outcome = TestResults.Outcome.passed
    fileprivate(set) var hasFlakes = false
    /// The message of its first failure.
    fileprivate(set) var message = ""
    /// The duration in milliseconds.
    let duration: Int64
    /// The number of its failures and errors.
    fileprivate var failures = 0
    /// The place of its end tag in the copy.
    fileprivate var end = 0
  }

  /// A suite whose end tag has not come yet.
  private struct Suite {
    let name: String
    /// The failures and errors that it claims to have.
    let claimed: Int
    /// The number of failures and errors found in it.
    var found = 0
  }

  /// The attributes with a result, and its values for a passed test; most tools write an element for any other result.
  private static let resultAttributes = ["status", "result", "outcome", "state"]
  private static let passes: Set<String> = [
    "", "passed", "pass", "success", "successful", "succeeded", "ok", "run", "ran", "executed", "completed", "0",
  ]
  /// The values of `status` and `result` for a test that did not run.
  private static let skips: Set<String> = [
    "skipped", "skip", "notrun", "untested", "disabled", "suppressed", "ignored", "pending",
  ]
  /// The attributes that some tools write instead, with the value of a test that did not pass.
  private static let flags: [String: (value: String, outcome: TestResults.Outcome)] = [
    "success": ("false", .failed), "passed": ("false", .failed), "failed": ("true", .failed),
    "aborted": ("true", .failed), "executed": ("false", .skipped),
  ]
  /// The elements of a test that did not pass, other than failures and errors, in lower case.
  private static let troubles: Set<String> = [
    "failed", "rerunfailure", "rerunerror", "timeout", "timedout", "aborted", "canceled", "cancelled", "interrupted",
    "crashed", "blocked",
  ]
  /// The numbers of libxml2's warnings about namespaces, versions and languages.
  private static let warnings = 97...100

  /// The test cases, in the order of their end tags.
  private(set) var cases: [Case] = []
  /// The failures of suites that are in no test.
  private(set) var failuresOutsideTests: [TestResults.FailureOutsideTests] = []
  private var copy = Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".utf8)
  private var failure: String?
  private var hasSuite = false
  private var hasRoot = false
  private var depth = 0
  /// Whether the last tag has no `>` yet, because its element may be empty.
  private var isInTag = false
  /// The cases whose end tag has not come yet.
  private var open: [Case] = []
  private var suites: [Suite] = []

  /// Copies a document while it is parsed.
  ///
  /// - Throws: If it is not XML, or not a JUnit file.
  init(_ document: Data) throws(JUnitMerge.NotJUnit) {
    super.init()
    let text = try document.textOfXML()
    if text.hasDeclarations {
      throw JUnitMerge.NotJUnit(description: "has a document type with declarations, which are not read")
    }
    let parser = XMLParser(stream: InputStream(data: Data(Array(text.utf8).plainXML)))
    parser.delegate = self
    let hasParsed = parser.parse()
    if failure == nil, !hasRoot || !hasParsed || depth > 0 { fail(parser, parser.parserError) }
    if let failure { throw JUnitMerge.NotJUnit(description: "\(failure), and was not changed") }
    if !hasSuite {
      throw JUnitMerge.NotJUnit(
        description: "has no <testsuite> element; a JUnit XML file was expected",
        isOtherXML: true
      )
    }
    copy.append(UInt8(ascii: "\n"))
  }

  /// The copy with elements at the end of some cases.
  func adding(_ elements: (Case) -> String) -> Data {
    var merged = Data(capacity: copy.count)
    var position = 0
    for testCase in cases {
      merged += copy[position..<testCase.end]
      merged += elements(testCase).utf8
      position = testCase.end
    }
    return merged + copy[position...]
  }

  private func fail(_ parser: XMLParser, _ error: (any Error)?) {
    let code = (error as? NSError)?.code ?? 0
    if failure != nil || Self.warnings.contains(code) { return }
    failure =
      switch code {
      case 0, 4: "is not an XML file"
      case 1, 2, 110: "has a value or a nesting that is too large for libxml2, in line \(parser.lineNumber)"
      default: "is malformed in line \(parser.lineNumber) (libxml2 error \(code))"
      }
  }

  func parser(_ parser: XMLParser, parseErrorOccurred error: any Error) { fail(parser, error) }

  func parser(
    _ parser: XMLParser,
    didStartElement name: String,
    namespaceURI: String?,
    qualifiedName: String?,
    attributes: [String: String]
  ) {
    closeTag()
    copy += "<\(name)".utf8
    for (key, value) in attributes.sorted(by: { $0.key < $1.key }) {
      copy += " \(key)=\"".utf8
      copy.append(escaping: value.utf8, isInQuotes: true)
      copy.append(UInt8(ascii: "\""))
    }
    isInTag = true
    hasRoot = true
    depth += 1
    note(name, attributes)
  }

  private func note(_ name: String, _ attributes: [String: String]) {
    let (local, last) = (name.localName, open.count - 1)
    switch local {
    case "testsuite", "testsuites":
      hasSuite = true
      let claims = ["failures", "errors", "failed"].map { key in
        let number = Double(attributes[key]?.trimmingCharacters(in: .whitespaces) ?? "") ?? 0
        return number > 0 ? Int(min(number, 1_000_000)) : 0
      }
      // In a suite, words such as "finished" say nothing.
      let results = Self.resultAttributes.compactMap { attributes[$0]?.lowercased() }
      let hasFailed =
        results.contains { $0.hasPrefix("fail") || $0 == "error" } || Self.flagged(attributes).contains(.failed)
      let claimed = max(claims.reduce(0, +), hasFailed ? 1 : 0)
      suites.append(Suite(name: attributes["name"] ?? "", claimed: claimed))
    case "testcase":
      let test = TestName(suite: attributes["classname"] ?? "", name: attributes["name"] ?? "")
      let seconds = attributes["time"].flatMap { Double($0.replacing(",", with: "")) } ?? 0
      let duration = (0...1e9).contains(seconds) ? Int64(seconds * 1_000) : 0
      var testCase = Case(name: test, prefix: name.dropLast(local.count), duration: duration)
      for outcome in Self.outcomes(attributes) where testCase.outcome != .failed { testCase.outcome = outcome }
      open.append(testCase)
    case "failure", "error":
      let message = attributes["message"] ?? ""
      if last >= 0 {
        if open[last].failures == 0 { open[last].message = message }
        open[last].failures += 1
        open[last].outcome = .failed
      } else if let suite = suites.last {
        suites[suites.count - 1].found += 1
        failuresOutsideTests.append(TestResults.FailureOutsideTests(suite: suite.name, message: message))
      }
    case "flakyfailure", "flakyerror": if last >= 0 { open[last].hasFlakes = true }
    case _ where last < 0 || open[last].outcome == .failed: break
    case _ where Self.skips.contains(local): open[last].outcome = .skipped
    case _ where Self.troubles.contains(local): open[last].outcome = .failed
    default: break
    }
  }

  /// The results other than a pass that the attributes of a test name.
  private static func outcomes(_ attributes: [String: String]) -> [TestResults.Outcome] {
    let results = resultAttributes.compactMap { attributes[$0]?.lowercased() }.filter { !passes.contains($0) }
    return results.map { skips.contains($0) ? .skipped : .failed } + flagged(attributes)
  }

  private static func flagged(_ attributes: [String: String]) -> [TestResults.Outcome] {
    flags.filter { attributes[$0.key]?.lowercased() == $0.value.value }.map(\.value.outcome)
  }

  /// Ends a suite; one that claims more failures than it has names them nowhere else.
  private func closeSuite() {
    guard let suite = suites.popLast() else { return }
    if suite.claimed > suite.found {
      failuresOutsideTests.append(TestResults.FailureOutsideTests(suite: suite.name, message: ""))
    }
    if !suites.isEmpty { suites[suites.count - 1].found += max(suite.claimed, suite.found) }
  }

  func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
    depth -= 1
    if name.localName == "testcase", var testCase = open.popLast() {
      closeTag()
      testCase.end = copy.count
      cases.append(testCase)
      if !suites.isEmpty {
        suites[suites.count - 1].found += max(testCase.failures, testCase.outcome == .failed ? 1 : 0)
      }
    }
    if ["testsuite", "testsuites"].contains(name.localName) { closeSuite() }
    copy += (isInTag ? "/>" : "</\(name)>").utf8
    isInTag = false
  }

  func parser(_ parser: XMLParser, foundCharacters text: String) {
    closeTag()
    copy.append(escaping: text.utf8)
  }

  func parser(_ parser: XMLParser, foundComment comment: String) {
    closeTag()
    copy += "<!--\(comment)-->".utf8
  }

  func parser(_ parser: XMLParser, foundProcessingInstructionWithTarget target: String, data: String?) {
    closeTag()
    copy += "<?\(target) \(data ?? "")?>".utf8
  }

  private func closeTag() {
    if isInTag { copy.append(UInt8(ascii: ">")) }
    isInTag = false
  }
}

extension Data {
  private static let encodings: [String: String.Encoding] = [
    "utf-8": .utf8, "utf8": .utf8, "us-ascii": .ascii, "ascii": .ascii, "latin1": .isoLatin1, "utf-16": .utf16,
    "utf-16le": .utf16LittleEndian, "utf-16be": .utf16BigEndian, "utf-32": .utf32, "shift_jis": .shiftJIS,
    "euc-jp": .japaneseEUC, "iso-2022-jp": .iso2022JP, "gb18030": .coreFoundation(0x632), "gbk": .coreFoundation(0x631),
    "gb2312": .coreFoundation(0x930), "big5": .coreFoundation(0xA03), "euc-kr": .coreFoundation(0x940),
    "koi8-r": .coreFoundation(0xA02), "koi8-u": .coreFoundation(0xA08),
  ]

  private static func encoding(_ name: String) -> String.Encoding? {
    if let known = encodings[name] { return known }
    let part = name.wholeMatch(of: /iso-8859-([0-9]{1,2})/).flatMap { UInt($0.1) }
    if let part, (1...16).contains(part) { return .coreFoundation(0x200 + part) }
    let page = name.wholeMatch(of: /(?:windows-|cp)125([0-8])/).flatMap { Int($0.1) }
    return page.map { .coreFoundation([0x501, 0x502, 0x500, 0x503, 0x504, 0x505, 0x506, 0x507, 0x508][$0]) }
  }

  /// The text of a document without the XML declaration; on Linux, a byte that is not text could end the process.
  fileprivate func textOfXML() throws(JUnitMerge.NotJUnit) -> String {
    let start = String(decoding: prefix(1_000).filter { $0 != 0 }, as: UTF8.self)
    let declared = start.firstMatch(of: /^[^<]*<\?xml[^>]*?encoding\s*=\s*["']([^"']*)/)?.1 ?? "UTF-8"
    let marks: [([UInt8], String.Encoding)] = [
      ([0xFF, 0xFE, 0, 0], .utf32), ([0, 0, 0xFE, 0xFF], .utf32), ([0xFE, 0xFF], .utf16), ([0xFF, 0xFE], .utf16),
      // The bytes of a document without a byte order mark.
      (Array("<".utf8) + [0, 0, 0], .utf32LittleEndian), ([0, 0, 0] + Array("<".utf8), .utf32BigEndian),
      (Array("<".utf8) + [0], .utf16LittleEndian), ([0] + Array("<".utf8), .utf16BigEndian),
    ]
    let marked = marks.first { starts(with: $0.0) }?.1
    guard let encoding = marked ?? Self.encoding(declared.lowercased()),
      let text = String(data: self, encoding: encoding)
    else { throw JUnitMerge.NotJUnit(description: "is not text in the encoding \(declared), and was not changed") }
    let declaration = /\u{FEFF}?(?:<\?xml\s[^>]*\?>)?/.matchingSemantics(.unicodeScalar)
    return String(text[(text.prefixMatch(of: declaration)?.range.upperBound ?? text.startIndex)...])
  }
}

extension String.Encoding {
  /// An encoding that Foundation has no name for, by its number in Core Foundation.
  fileprivate static func coreFoundation(_ number: UInt) -> Self { Self(rawValue: 0x8000_0000 | number) }
}

extension String {
  /// Whether a document type with declarations follows the comments and instructions at the start.
  ///
  /// Entities may load files and expand without end, and on Linux `XMLParser` leaves out some of their text.
  fileprivate var hasDeclarations: Bool {
    let prolog = /(?s)(?>\s|<\?.*?\?>|<!--.*?-->)*+<!DOCTYPE(?>"[^"]*"|'[^']*'|[^>\["'])*+\[/
    return prefixMatch(of: prolog.matchingSemantics(.unicodeScalar)) != nil
  }

  /// The name of an element without its prefix, in lower case.
  fileprivate var localName: String { self[(lastIndex(of: ":").map(index(after:)) ?? startIndex)...].lowercased() }
}

extension [UInt8] {
  /// The document with text in place of CDATA sections, of which libxml2 refuses those of more than 10 MB, and a space in
  /// instructions such as `<?a?>`, which on Linux end the process.
  fileprivate var plainXML: [UInt8] {
    let (opening, closing, blanks) = (Array("<![CDATA[".utf8), Array("]]>".utf8), Set(" \t\r\n<>?".utf8))
    var text: [UInt8] = []
    var isInside = false
    var index = 0
    while index < count {
      let mark = isInside ? closing : opening
      let rest = self[index...]
      if self[index] == mark[0], rest.starts(with: mark) {
        isInside.toggle()
        index += mark.count
      } else if isInside {
        // A parser makes a line feed of a raw return.
        if rest.first == UInt8(ascii: "\r") { text += rest.prefix(1) } else { text.append(escaping: rest.prefix(1)) }
        index += 1
      } else {
        text.append(self[index])
        index += 1
        guard self[index - 1] == UInt8(ascii: "<") else { continue }
        if rest.starts(with: "<?".utf8) {
          let end = self[(index + 1)...].firstIndex(where: blanks.contains) ?? count
          text += self[index..<end]
          if self[end...].starts(with: "?>".utf8) { text.append(UInt8(ascii: " ")) }
          index = end
        }
        // In comments and instructions, nothing opens a section.
        let closing = rest.starts(with: "<!--".utf8) ? "-->" : rest.starts(with: "<?".utf8) ? "?>" : ""
        if closing.isEmpty { continue }
        let end = self[index...].firstRange(of: Array(closing.utf8))?.upperBound ?? count
        text += self[index..<end]
        index = end
      }
    }
    return text
  }

  /// Appends a text of an element or of an attribute.
  fileprivate mutating func append(escaping text: some Sequence<UInt8>, isInQuotes: Bool = false) {
    for byte in text {
      switch byte {
      case UInt8(ascii: "&"): self += "&amp;".utf8
      case UInt8(ascii: "<"): self += "&lt;".utf8
      case UInt8(ascii: ">"): self += "&gt;".utf8
      case UInt8(ascii: "\r"): self += "&#13;".utf8
      case UInt8(ascii: "\"") where isInQuotes: self += "&quot;".utf8
      case UInt8(ascii: "\t") where isInQuotes: self += "&#9;".utf8
      case UInt8(ascii: "\n") where isInQuotes: self += "&#10;".utf8
      default: append(byte)
      }
    }
  }
}
