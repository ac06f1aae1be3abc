internal import Foundation

/// The text of an XML document, and the places in it at which elements can be added to its test cases.
///
/// `XMLDocument` would change more than that: on Linux it ends the process if a byte is not text, and cuts off texts of more
/// than 10 MB without an error.
struct XMLText {
  private static let hidden = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")].map {
    (opening: Array($0.utf8), closing: Array($1.utf8))
  }

  private let declaration: String
  private let bytes: [UInt8]
  /// The bytes without comments, CDATA sections and instructions; libxml2 refuses some of these, and their line breaks stay.
  private(set) var markup: [UInt8] = []
  /// The end of each test case: the range of `/>` to replace and the name of the element, or an empty range before its end tag.
  private var ends: [(range: Range<Int>, name: Bytes?)] = []

  /// - Throws: If it is not text in its encoding, or declares entities.
  init(_ document: Data) throws(JUnitMerge.NotJUnit) {
    let text: String
    (declaration, text) = try document.textOfXML()
    if text.hasDeclarations {
      throw JUnitMerge.NotJUnit(description: "has a document type with declarations, which are not read")
    }
    bytes = Array(text.utf8)
    var position = 0
    while let start = bytes[position...].firstIndex(of: UInt8(ascii: "<")) {
      markup += bytes[position..<start]
      let marks = Self.hidden.first { bytes[start...].starts(with: $0.opening) }
      if let marks, let end = bytes[(start + marks.opening.count)...].firstRange(of: marks.closing)?.upperBound {
        markup += bytes[start..<end].filter { $0 == UInt8(ascii: "\n") }
        position = end
      } else {
        let tag = tag(at: start)
        markup += tag
        note(tag)
        position = tag.endIndex
      }
    }
    markup += bytes[position...]
  }

  /// The bytes up to the first `>` that is not in quotes.
  private func tag(at start: Int) -> Bytes {
    var quote: UInt8?
    let end = bytes[start...].firstIndex { byte in
      if quote == nil, byte == UInt8(ascii: ">") { return true }
      if quote == nil, "\"'".utf8.contains(byte) { quote = byte } else if byte == quote { quote = nil }
      return false
    }
    return bytes[start..<(end.map { $0 + 1 } ?? bytes.count)]
  }

  private mutating func note(_ tag: Bytes) {
    let isEnd = tag.dropFirst().first == UInt8(ascii: "/")
    let name = tag.dropFirst(isEnd ? 2 : 1).prefix { !" \t\r\n/>".utf8.contains($0) }
    guard name.text.localName == "testcase" else { return }
    if isEnd {
      ends.append((tag.startIndex..<tag.startIndex, nil))
    } else if tag.suffix(2).elementsEqual("/>".utf8) {
      ends.append((tag.endIndex - 2..<tag.endIndex, name))
    }
  }

  /// The document in UTF-8, with elements at the end of some test cases.
  ///
  /// - Parameter elements: Those of each test case, in the order of their end tags.
  func adding(_ elements: [String]) -> Data {
    var merged = Data(declaration.utf8)
    var position = 0
    for (end, elements) in zip(ends, elements) where !elements.isEmpty {
      merged += bytes[position..<end.range.lowerBound]
      merged += (end.name.map { ">\(elements)</\($0.text)>" } ?? elements).utf8
      position = end.range.upperBound
    }
    return merged + bytes[position...]
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

  /// The text of a document after its XML declaration, and the declaration of the same document in UTF-8.
  ///
  /// On Linux, a byte that is not text could end the process.
  fileprivate func textOfXML() throws(JUnitMerge.NotJUnit) -> (declaration: String, text: String) {
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
    let declaration =
      text.prefixMatch(of: /\u{FEFF}?(?:<\?xml\s[^>]*\?>)?/.matchingSemantics(.unicodeScalar))?.output ?? ""
    let inUTF8 = encoding == .utf8 ? String(declaration) : "<?xml version=\"1.0\" encoding=\"UTF-8\"?>"
    return (inUTF8, String(text[declaration.endIndex...]))
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
  var localName: String { self[(lastIndex(of: ":").map(index(after:)) ?? startIndex)...].lowercased() }
}
