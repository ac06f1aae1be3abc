internal import Foundation

/// The values of a line whose only contents are texts and whole numbers, as those of nearly all rows.
///
/// Reading it takes a fraction of the time of `JSONDecoder`, which handles all other lines.
struct FlatLine: RowValues {
  /// The value is not of the type that the row needs.
  struct OtherType: Error {}

  /// The value of a key.
  private struct Slot {
    /// The start of the last line that has the key.
    var line = -1
    var isNumber = false
    var number = 0
    /// The text of this line or an earlier one, which often has the same, where it is in the bytes, and its hash.
    var text = ""
    var place = 0..<0
    var hash = 0
  }

  private let bytes: UnsafeRawBufferPointer
  private var slots = Array(repeating: Slot(), count: RowFields.CodingKeys.allCases.count)
  private var line = 0..<0
  private var place = 0

  /// - Parameter bytes: The lines; they must outlive this value.
  init(in bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  func text(_ key: RowFields.CodingKeys) throws -> String? {
    guard has(key.index) else { return nil }
    if slots[key.index].isNumber { throw OtherType() }
    return slots[key.index].text
  }

  func number(_ key: RowFields.CodingKeys) throws -> Int? {
    guard has(key.index) else { return nil }
    if !slots[key.index].isNumber { throw OtherType() }
    return slots[key.index].number
  }

  private(set) var digest = 0

  private func has(_ key: Int) -> Bool { slots[key].line == line.lowerBound }

  /// Reads a line.
  ///
  /// - Returns: Whether it contains only distinct keys with texts and whole numbers.
  mutating func read(_ line: Range<Int>) -> Bool {
    self.line = line
    (place, digest) = (line.lowerBound, 0)
    guard skip("{") else { return false }
    repeat {
      guard skip("\""), let name = readText(), name.isPlain else { return false }
      let key = RowKeyTable.key(UnsafeRawBufferPointer(rebasing: bytes[name.range]))
      guard skip(":"), key.map({ !has($0.index) }) ?? true, readValue(of: key) else { return false }
    } while skip(",")
    return skip("}") && next == nil
  }

  private mutating func readValue(of key: RowFields.CodingKeys?) -> Bool {
    if !skip("\"") { return readNumber(of: key) }
    guard let text = readText() else { return false }
    guard let key else { return text.isPlain || string(text) != nil }
    if !isSame(text, as: slots[key.index].place) {
      guard let value = string(text) else { return false }
      slots[key.index].text = value
      slots[key.index].place = text.range
      slots[key.index].hash = value.digest
    }
    note(key, hash: slots[key.index].hash)
    return true
  }

  private func isSame(_ text: Text, as place: Range<Int>) -> Bool {
    guard place.count == text.range.count, let base = bytes.baseAddress else { return false }
    return memcmp(base + place.lowerBound, base + text.range.lowerBound, place.count) == 0
  }

  private mutating func note(_ key: RowFields.CodingKeys, number: Int? = nil, hash: Int) {
    Self.note(&slots[key.index], line.lowerBound, number)
    digest = digest &+ hash &* key.weight
  }

  private static func note(_ slot: inout Slot, _ line: Int, _ number: Int?) {
    slot.line = line
    slot.isNumber = number != nil
    slot.number = number ?? 0
  }

  private mutating func readNumber(of key: RowFields.CodingKeys?) -> Bool {
    guard let first = next else { return false }
    let start = place
    var number = 0
    while place < line.upperBound, case let digit = bytes[place] &- UInt8(ascii: "0"), digit < 10, place - start < 18 {
      number = number * 10 + Int(digit)
      place += 1
    }
    // Signs, fractions, exponents and leading zeros are rare.
    guard place > start, first != UInt8(ascii: "0") || place == start + 1 else { return false }
    if let key { note(key, number: number, hash: number) }
    return true
  }

  /// The next byte after white space.
  private var next: UInt8? {
    mutating get {
      while place < line.upperBound {
        let byte = bytes[place]
        if byte != UInt8(ascii: " "), byte != UInt8(ascii: "\t"), byte != UInt8(ascii: "\r") { return byte }
        place += 1
      }
      return nil
    }
  }

  /// Skips white space and a character, if it is the next one.
  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    place += 1
    return true
  }

  private struct Text {
    let range: Range<Int>
    /// Whether it is ASCII without escapes.
    let isPlain: Bool
  }

  /// Reads from the start of a text to the quotation mark that ends it.
  ///
  /// - Returns: `nil` if no quotation mark ends it, or if it contains a control character.
  private mutating func readText() -> Text? {
    let start = place
    var isPlain = true
    while place < line.upperBound {
      let byte = bytes[place]
      place += 1
      if byte == UInt8(ascii: "\"") { return Text(range: start..<place - 1, isPlain: isPlain) }
      if byte < 0x20 { return nil }
      if byte == UInt8(ascii: "\\") { place += 1 }
      if byte == UInt8(ascii: "\\") || byte >= 0x80 { isPlain = false }
    }
    return nil
  }

  /// The text; `nil` if it is not UTF-8, or has a rare escape.
  private func string(_ text: Text) -> String? {
    let source = bytes[text.range]
    if text.isPlain { return String(decoding: source, as: UTF8.self) }
    var result: [UInt8] = []
    result.reserveCapacity(source.count)
    var isEscaped = false
    for byte in source {
      if isEscaped {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): result.append(byte)
        case UInt8(ascii: "n"): result.append(UInt8(ascii: "\n"))
        case UInt8(ascii: "r"): result.append(UInt8(ascii: "\r"))
        case UInt8(ascii: "t"): result.append(UInt8(ascii: "\t"))
        default: return nil
        }
      } else if byte != UInt8(ascii: "\\") {
        result.append(byte)
      }
      isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
    }
    return String(validating: result, as: UTF8.self)
  }
}
