/// A document as UTF-8, or as one of the encodings that have the bytes of ASCII.
struct XMLText {
  private enum Encoding {
    case bytes, bigEndian, littleEndian
  }

  let utf8: [UInt8]
  private let encoding: Encoding

  /// Nil for a document that begins like UTF-16 and is not a text.
  init?(_ document: [UInt8]) {
    // A byte order mark, or the first `<`.
    switch Array(document.prefix(2)) {
    case [0xFE, 0xFF], [0x00, UInt8(ascii: "<")]: encoding = .bigEndian
    case [0xFF, 0xFE], [UInt8(ascii: "<"), 0x00]: encoding = .littleEndian
    default:
      (utf8, encoding) = (document, .bytes)
      return
    }
    let (high, low) = encoding == .bigEndian ? (0, 1) : (1, 0)
    let units = stride(from: 0, to: document.count - 1, by: 2).map {
      UInt16(document[$0 + high]) << 8 | UInt16(document[$0 + low])
    }
    let text = String(decoding: units, as: UTF16.self)
    // Every unchanged byte must be kept, which half a character would not be.
    guard document.count.isMultiple(of: 2), text.utf16.elementsEqual(units) else { return nil }
    utf8 = Array(text.utf8)
  }

  /// The bytes in the encoding of the document.
  func encoded(_ utf8: [UInt8]) -> [UInt8] {
    if encoding == .bytes { return utf8 }
    return String(decoding: utf8, as: UTF8.self).utf16.flatMap { unit in
      let bytes = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
      return encoding == .bigEndian ? bytes : bytes.reversed()
    }
  }

  /// The error for a document that is broken at a place.
  func broken(at place: Int, _ reason: String) -> JUnitMerge.NotJUnit {
    let line = utf8[..<place].count { $0 == UInt8(ascii: "\n") } + 1
    return JUnitMerge.NotJUnit(description: "is broken in line \(line), and stays as it is: \(reason)")
  }
}
