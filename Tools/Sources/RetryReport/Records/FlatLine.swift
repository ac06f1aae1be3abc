internal import Foundation

/// The values of a line whose only contents are texts and whole numbers, as those of nearly all rows.
///
/// Reading it takes a fraction of the time of `JSONDecoder`, which reads all other lines.
struct FlatLine {
  /// The value is missing, or not of the type that the row needs.
  struct Unfit: Error {}

  /// A value that was read by `JSONDecoder`.
  struct Value: Decodable {
    let text: String?
    let number: Int?
    let isNull: Bool

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      (text, number, isNull) = (try? value.decode(String.self), try? value.decode(Int.self), value.decodeNil())
    }
  }

  /// A key, and its value.
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
  private var slots = Array(repeating: Slot(), count: RowFields.Key.allCases.count)
  private var line = 0..<0
  private var place = 0
  /// A number that differs if any value of the row does; one that is missing is the same as an empty text or 0.
  private(set) var digest = 0

  /// - Parameter bytes: The lines; they must outlive this value.
  init(in bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// Fails if the row has a value that is neither a text nor a whole number.
  init?(_ values: [String: Value]) {
    self.init(in: UnsafeRawBufferPointer(start: nil, count: 0))
    for (name, value) in values {
      guard let slot = RowKeyTable.byName[name]?.rawValue, !value.isNull else { continue }
      guard let hash = value.text?.digest ?? value.number else { return nil }
      slots[slot].text = value.text ?? ""
      note(slot, number: value.number, hash: hash)
    }
  }

  /// The text of a key; empty without the key.
  func text(_ key: RowFields.Key) throws -> String {
    guard has(key) else { return "" }
    if slots[key.rawValue].isNumber { throw Unfit() }
    return slots[key.rawValue].text
  }

  /// The number of a key; 0 without the key.
  func number(_ key: RowFields.Key) throws -> Int {
    guard has(key) else { return 0 }
    if !slots[key.rawValue].isNumber { throw Unfit() }
    return slots[key.rawValue].number
  }

  func has(_ key: RowFields.Key) -> Bool { has(key.rawValue) }

  private func has(_ slot: Int) -> Bool { slots[slot].line == line.lowerBound }

  /// Reads a line.
  ///
  /// - Returns: Whether it contains only distinct keys with texts and whole numbers.
  mutating func read(_ line: Range<Int>) -> Bool {
    self.line = line
    (place, digest) = (line.lowerBound, 0)
    guard skip("{") else { return false }
    repeat {
      guard skip("\""), let name = readText(), name.isPlain else { return false }
      let slot = RowKeyTable.key(UnsafeRawBufferPointer(rebasing: bytes[name.range]))?.rawValue
      guard skip(":"), slot.map({ !has($0) }) ?? true, readValue(of: slot) else { return false }
    } while skip(",")
    return skip("}") && next == nil
  }

  private mutating func readValue(of slot: Int?) -> Bool {
    if !skip("\"") { return readNumber(of: slot) }
    guard let text = readText() else { return false }
    guard let slot else { return text.isPlain || string(text) != nil }
    if !isSame(text.range, as: slots[slot].place) {
      guard let value = string(text) else { return false }
      slots[slot].text = value
      slots[slot].place = text.range
      slots[slot].hash = value.digest
    }
    note(slot, hash: slots[slot].hash)
    return true
  }

  private func isSame(_ range: Range<Int>, as other: Range<Int>) -> Bool {
    guard range.count == other.count, let base = bytes.baseAddress else { return false }
    return memcmp(base + other.lowerBound, base + range.lowerBound, range.count) == 0
  }

  private mutating func note(_ slot: Int, number: Int? = nil, hash: Int) {
    Self.note(&slots[slot], line.lowerBound, number)
    // The factor tells the keys apart.
    digest = digest &+ hash &* (0x9E37_79B9_7F4A_7C1 &+ 2 &* slot)
  }

  private static func note(_ slot: inout Slot, _ line: Int, _ number: Int?) {
    slot.line = line
    slot.isNumber = number != nil
    slot.number = number ?? 0
  }

  private mutating func readNumber(of slot: Int?) -> Bool {
    guard let first = next else { return false }
    let start = place
    var number = 0
    while place < line.upperBound, case let digit = bytes[place] &- UInt8(ascii: "0"), digit < 10, place - start < 18 {
      number = number * 10 + Int(digit)
      place += 1
    }
    // Signs, fractions, exponents and leading zeros are rare.
    guard place > start, first != UInt8(ascii: "0") || place == start + 1 else { return false }
    if let slot { note(slot, number: number, hash: number) }
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

  /// The range of a text, and whether it is ASCII without escapes.
  private typealias Text = (range: Range<Int>, isPlain: Bool)

  /// Reads from the start of a text to the quotation mark that ends it.
  ///
  /// - Returns: `nil` if no quotation mark ends it, or if it contains a control character.
  private mutating func readText() -> Text? {
    let start = place
    var isPlain = true
    while place < line.upperBound {
      let byte = bytes[place]
      place += 1
      if byte == UInt8(ascii: "\"") { return (start..<place - 1, isPlain) }
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

extension String {
  /// The hash; 0 if it is empty.
  fileprivate var digest: Int { isEmpty ? 0 : hashValue }
}
