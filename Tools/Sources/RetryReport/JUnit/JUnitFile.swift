internal import Foundation

#if canImport(FoundationXML)
  internal import FoundationXML
#endif

/// The test cases of a JUnit file, and a copy of it to which elements can be added.
///
/// The copy says the same in UTF-8. Its attributes are sorted, as in Canonical XML, because `XMLParser` does not tell their
/// order. `XMLDocument` does, but on Linux it ends the process for some files, and cuts off long texts without an error.
final class JUnitFile: NSObject, XMLParserDelegate {
  struct Case {
    /// Its `classname` and its `name`.
    let name: TestName
    /// The prefix of the name of its element, such as `j:`.
    let prefix: Substring
    /// Without regard to flakes.
    fileprivate(set) var outcome = TestResults.Outcome.passed
    fileprivate(set) var hasFlakes = false
    /// The place of its end tag in the copy.
    fileprivate var end = 0
  }

  /// The values of `status` and `result` for a passed test; most tools write an element for any other result.
  private static let passes: Set<String> = ["", "passed", "pass", "success", "successful", "ok", "run", "completed"]
  /// The numbers of libxml2's warnings about namespaces, versions and languages.
  private static let warnings = 97...100

  /// In the order of their end tags.
  private(set) var cases: [Case] = []
  private var copy = Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".utf8)
  private var failure: String?
  private var hasSuite = false
  private var hasRoot = false
  private var depth = 0
  /// Whether the last tag has no `>` yet, because its element may be empty.
  private var isInTag = false
  /// The cases whose end tag has not come yet.
  private var open: [Case] = []

  /// Copies a document while it is parsed.
  ///
  /// - Throws: If it is no XML, or no JUnit file.
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
    let local = name.localName
    switch local {
    case "testsuite", "testsuites": hasSuite = true
    case "testcase":
      let test = TestName(suite: attributes["classname"] ?? "", name: attributes["name"] ?? "")
      open.append(Case(name: test, prefix: name.dropLast(local.count)))
      for result in ["status", "result"].compactMap({ attributes[$0]?.lowercased() })
      where !Self.passes.contains(result) {
        set(["skipped", "notrun", "disabled", "suppressed"].contains(result) ? .skipped : .failed)
      }
    case "failure", "error": set(.failed)
    case "skipped": set(.skipped)
    case "flakyFailure", "flakyError": if !open.isEmpty { open[open.count - 1].hasFlakes = true }
    default: break
    }
  }

  private func set(_ outcome: TestResults.Outcome) {
    if !open.isEmpty, open[open.count - 1].outcome != .failed { open[open.count - 1].outcome = outcome }
  }

  func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
    depth -= 1
    if name.localName == "testcase", var testCase = open.popLast() {
      closeTag()
      testCase.end = copy.count
      cases.append(testCase)
    }
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
    "utf-8": .utf8, "utf8": .utf8, "us-ascii": .ascii, "ascii": .ascii, "iso-8859-1": .isoLatin1,
    "iso-8859-2": .isoLatin2, "windows-1250": .windowsCP1250, "windows-1251": .windowsCP1251,
    "windows-1252": .windowsCP1252, "windows-1253": .windowsCP1253, "windows-1254": .windowsCP1254, "utf-16": .utf16,
    "utf-16le": .utf16LittleEndian, "utf-16be": .utf16BigEndian, "shift_jis": .shiftJIS, "euc-jp": .japaneseEUC,
  ]

  /// The text of a document without the XML declaration; on Linux, a byte that is not text could end the process.
  fileprivate func textOfXML() throws(JUnitMerge.NotJUnit) -> String {
    let start = String(decoding: prefix(1_000).filter { $0 != 0 }, as: UTF8.self)
    let declared = start.firstMatch(of: /^[^<]*<\?xml[^>]*?encoding\s*=\s*["']([^"']*)/)?.1 ?? "UTF-8"
    let isUTF16 = starts(with: [0xFE, 0xFF]) || starts(with: [0xFF, 0xFE])
    guard let encoding = isUTF16 ? .utf16 : Self.encodings[declared.lowercased()],
      let text = String(data: self, encoding: encoding)
    else { throw JUnitMerge.NotJUnit(description: "is not text in the encoding \(declared), and was not changed") }
    let declaration = /\u{FEFF}?(?:<\?xml\s[^>]*\?>)?/.matchingSemantics(.unicodeScalar)
    return String(text[(text.prefixMatch(of: declaration)?.range.upperBound ?? text.startIndex)...])
  }
}

extension String {
  /// Whether a document type with declarations follows the comments and instructions at the start.
  ///
  /// Entities may load files and expand without end, and on Linux `XMLParser` leaves out some of their text.
  fileprivate var hasDeclarations: Bool {
    let prolog = /(?s)(?>\s|<\?.*?\?>|<!--.*?-->)*+<!DOCTYPE(?>"[^"]*"|'[^']*'|[^>\["'])*+\[/
    return prefixMatch(of: prolog.matchingSemantics(.unicodeScalar)) != nil
  }

  /// The name of an element without its prefix.
  fileprivate var localName: Substring { self[(lastIndex(of: ":").map(index(after:)) ?? startIndex)...] }
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
        guard self[index - 1] == UInt8(ascii: "<"), rest.starts(with: "<?".utf8) else { continue }
        let end = self[(index + 1)...].firstIndex(where: blanks.contains) ?? count
        text += self[index..<end]
        if self[end...].starts(with: "?>".utf8) { text.append(UInt8(ascii: " ")) }
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
