internal import Foundation

#if canImport(FoundationXML)
  internal import FoundationXML
#endif

/// The test cases of a JUnit file, and a copy of it to which elements can be added.
///
/// The copy says the same in UTF-8. Its attributes are sorted, as in Canonical XML, because `XMLParser` does not tell their
/// order. `XMLDocument` does, but on Linux it ends the process for some files, and cuts off long texts without an error.
struct JUnitFile {
  struct Case {
    /// Its `classname` and its `name`.
    let name: TestName
    /// The prefix of the name of its element, such as `j:`.
    let prefix: Substring
    fileprivate(set) var result = Result.passed
    fileprivate(set) var hasFlakes = false
    /// The place of its end tag in the copy.
    fileprivate var end = 0
  }

  enum Result {
    case passed, failed, skipped
  }

  /// In the order of their end tags.
  let cases: [Case]
  private let copy: [UInt8]

  /// - Throws: If it is no XML, or no JUnit file.
  init(_ document: Data) throws(JUnitMerge.NotJUnit) {
    let reader = Reader()
    try reader.read(document)
    (cases, copy) = (reader.cases, reader.copy)
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
}

/// Copies a document while it is parsed.
private final class Reader: NSObject, XMLParserDelegate {
  /// The values of `status` and `result` for a passed test; most tools write an element for any other result.
  private static let passes: Set<String> = ["", "passed", "pass", "success", "successful", "ok", "run", "completed"]
  /// The numbers of libxml2's warnings about namespaces, versions and languages.
  private static let warnings = 97...100
  /// The number of bytes from which a text may be too large for libxml2, in whatever encoding.
  private static let large = 3_000_000

  private(set) var cases: [JUnitFile.Case] = []
  private(set) var copy = Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".utf8)
  private var failure: String?
  private var hasSuite = false
  private var hasRoot = false
  private var depth = 0
  /// Whether the last tag has no `>` yet, because its element may be empty.
  private var isInTag = false
  /// The cases whose end tag has not come yet.
  private var open: [JUnitFile.Case] = []

  func read(_ document: Data) throws(JUnitMerge.NotJUnit) {
    if document.hasDeclarations {
      throw JUnitMerge.NotJUnit(description: "has a document type with declarations, which are not read")
    }
    let isLarge = document.count > Self.large
    let parser = XMLParser(stream: InputStream(data: isLarge ? document.withoutCDATA : document))
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

  private func fail(_ parser: XMLParser, _ error: (any Error)?) {
    let code = (error as? NSError)?.code ?? 0
    if failure != nil || Self.warnings.contains(code) { return }
    failure =
      switch code {
      case 0, 4: "is not an XML file"
      case 1, 2, 110: "has a value or a nesting that is too large for libxml2, in line \(parser.lineNumber)"
      case 31, 32: "is in an encoding that cannot be read"
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
      open.append(JUnitFile.Case(name: test, prefix: name.dropLast(local.count)))
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

  private func set(_ result: JUnitFile.Result) {
    if !open.isEmpty, open[open.count - 1].result != .failed { open[open.count - 1].result = result }
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

  func parser(_ parser: XMLParser, foundCDATA text: Data) {
    closeTag()
    copy.append(escaping: text)
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
  /// Whether a document type with declarations follows the comments and instructions at the start, in any encoding of ASCII.
  ///
  /// Entities may load files and expand without end, and on Linux `XMLParser` leaves out some of their text.
  fileprivate var hasDeclarations: Bool {
    let start = String(decoding: prefix(1_000_000).filter { $0 != 0 }, as: UTF8.self)
    let prolog = /(?s)^[^<]*+(?>\s|<\?.*?\?>|<!--.*?-->)*+<!DOCTYPE(?>"[^"]*"|'[^']*'|[^>\["'])*+\[/
    return start.prefixMatch(of: prolog.matchingSemantics(.unicodeScalar)) != nil
  }

  /// The document with its CDATA sections as text, because libxml2 refuses one of more than 10 MB.
  fileprivate var withoutCDATA: Data {
    let (bytes, opening, closing) = ([UInt8](self), Array("<![CDATA[".utf8), Array("]]>".utf8))
    var text: [UInt8] = []
    var isInside = false
    var index = 0
    while index < bytes.count {
      let mark = isInside ? closing : opening
      if bytes[index] == mark[0], bytes[index...].starts(with: mark) {
        isInside.toggle()
        index += mark.count
      } else {
        if isInside { text.append(escaping: bytes[index...index]) } else { text.append(bytes[index]) }
        index += 1
      }
    }
    return Data(text)
  }
}

extension [UInt8] {
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

extension String {
  /// The name of an element without its prefix.
  fileprivate var localName: Substring { self[(lastIndex(of: ":").map(index(after:)) ?? startIndex)...] }
}
