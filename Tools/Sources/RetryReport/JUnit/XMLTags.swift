internal import Foundation

/// The tags of an XML document, with their places in its bytes.
///
/// Foundation's `XMLDocument` does not keep a document byte for byte, and on Linux a malformed one ends the process.
struct XMLTags: IteratorProtocol {
  struct Tag {
    /// The bytes from `<` to `>`.
    let range: Range<Int>
    let text: String

    fileprivate init(_ range: Range<Int>, of document: Data) {
      self.range = range
      text = String(decoding: document[range], as: UTF8.self)
    }

    var isEnd: Bool { text.hasPrefix("</") }
    var isEmpty: Bool { text.hasSuffix("/>") }
    var name: Substring { text.drop { "</".contains($0) }.prefix { !$0.isWhitespace && !"/>".contains($0) } }

    /// The values of the attributes, with entities resolved.
    var attributes: [Substring: String] {
      let values = text.matches(of: /\s([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/).map { match in
        (match.output.1, (match.output.2 ?? match.output.3 ?? "").resolvingEntities)
      }
      return Dictionary(values) { first, _ in first }
    }
  }

  /// The starts and ends of parts without tags.
  private static let skipped = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>"), ("<!", ">")]

  private let document: Data
  private var position: Int
  /// The place of the first malformed tag, after which nothing is read.
  private(set) var brokenAt: Int?

  init(_ document: Data) {
    self.document = document
    position = document.startIndex
  }

  mutating func next() -> Tag? {
    while brokenAt == nil, let start = place(of: "<", from: position)?.lowerBound {
      if let closing = Self.skipped.first(where: { document[start...].starts(with: $0.0.utf8) })?.1 {
        position = place(of: closing, from: start)?.upperBound ?? document.endIndex
        continue
      }
      guard let end = end(ofTagAt: start) else {
        brokenAt = start
        return nil
      }
      position = end + 1
      return Tag(start..<position, of: document)
    }
    return nil
  }

  /// The position of the `>` outside quotes; `nil` if the document ends before, or another tag begins.
  private func end(ofTagAt start: Int) -> Int? {
    var quote: UInt8?
    for index in start + 1..<document.endIndex {
      let byte = document[index]
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: ">") {
        return index
      } else if byte == UInt8(ascii: "<") {
        return nil
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      }
    }
    return nil
  }

  private func place(of text: String, from start: Int) -> Range<Int>? {
    document.range(of: Data(text.utf8), in: start..<document.endIndex)
  }
}

extension Substring {
  /// The text with the named entities of XML resolved; others are kept.
  fileprivate var resolvingEntities: String {
    let entities = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&amp;", "&")]
    return entities.reduce(String(self)) { $0.replacing($1.0, with: $1.1) }
  }
}
