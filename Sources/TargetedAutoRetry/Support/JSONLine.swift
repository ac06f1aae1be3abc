/// A flat JSON object on one line, with its keys in the order in which they are added.
struct JSONLine {
  /// The longest text in bytes of UTF-8; what is longer is cut, and ends in `…`.
  static let longestText = 1024

  private let bytes = ByteBuffer()
  private var isEmpty = true

  init() {
    // A line that was torn before this one cannot spoil it.
    bytes.append(UInt8(ascii: "\n"))
    bytes.append(UInt8(ascii: "{"))
  }

  /// The object, with a line break on both sides.
  var utf8: [UInt8] { bytes.contents(endingIn: "}\n") }

  mutating func add(_ key: StaticString, _ number: Int64) {
    open(key)
    bytes.append(number)
  }

  mutating func add(_ key: StaticString, _ text: String) {
    open(key)
    bytes.append(UInt8(ascii: "\""))
    if text.isEmpty { return bytes.append(UInt8(ascii: "\"")) }
    var text = text.capped(atBytes: Self.longestText)
    text.withUTF8 { utf8 in
      if let base = utf8.baseAddress { appendEscaped(base, count: utf8.count) }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Appends the runs of bytes that need no escape as they are: mostly that is all of them.
  private func appendEscaped(_ text: UnsafePointer<UInt8>, count: Int) {
    var start = 0
    for index in 0..<count where Self.isEscaped(text[index]) {
      bytes.append(text + start, count: index - start)
      bytes.append(Self.escape(text[index]))
      start = index + 1
    }
    bytes.append(text + start, count: count - start)
  }

  private static func isEscaped(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == 0x7F
  }

  private static func escape(_ byte: UInt8) -> String {
    switch byte {
    case UInt8(ascii: "\""): return "\\\""
    case UInt8(ascii: "\\"): return "\\\\"
    case UInt8(ascii: "\n"): return "\\n"
    default:
      let digits = String(byte, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
  }

  private mutating func open(_ key: StaticString) {
    if !isEmpty { bytes.append(UInt8(ascii: ",")) }
    isEmpty = false
    let count = key.utf8CodeUnitCount
    let start = bytes.extend(by: count + 3)
    start[0] = UInt8(ascii: "\"")
    (start + 1).update(from: key.utf8Start, count: count)
    start[count + 1] = UInt8(ascii: "\"")
    start[count + 2] = UInt8(ascii: ":")
  }
}

extension String {
  /// The text, or as much of its beginning as fits, with an ellipsis.
  fileprivate func capped(atBytes limit: Int) -> String {
    if utf8.count <= limit { return self }
    let ellipsis = "…"
    let end = utf8.index(startIndex, offsetBy: limit - ellipsis.utf8.count)
    // A character that the end is inside of is left out.
    return String(unicodeScalars[..<end]) + ellipsis
  }
}

/// Bytes that grow at the end; an array checks and counts more with each of them.
///
/// Only one thread has it.
final class ByteBuffer {
  /// More than most rows of records have.
  @exclusivity(unchecked) private var capacity = 2_048
  @exclusivity(unchecked) private var count = 0
  @exclusivity(unchecked) private var start: UnsafeMutablePointer<UInt8>

  init() {
    start = .allocate(capacity: capacity)
  }

  deinit { start.deallocate() }

  func append(_ byte: UInt8) {
    extend(by: 1).pointee = byte
  }

  func append(_ bytes: UnsafePointer<UInt8>, count more: Int) {
    extend(by: more).update(from: bytes, count: more)
  }

  func append(_ text: String) {
    for byte in text.utf8 { append(byte) }
  }

  func append(_ number: Int64) {
    var digits: (UInt64, UInt64, UInt32) = (0, 0, 0)
    withUnsafeMutableBytes(of: &digits) { digits in
      var first = digits.count
      var rest = number.magnitude
      repeat {
        first -= 1
        digits[first] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
        rest /= 10
      } while rest > 0
      if number < 0 {
        first -= 1
        digits[first] = UInt8(ascii: "-")
      }
      let bytes = digits.assumingMemoryBound(to: UInt8.self)
      if let base = bytes.baseAddress { append(base + first, count: digits.count - first) }
    }
  }

  func contents(endingIn end: StaticString) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count + end.utf8CodeUnitCount) { array, initialized in
      guard let base = array.baseAddress else { return }
      base.initialize(from: start, count: count)
      (base + count).initialize(from: end.utf8Start, count: end.utf8CodeUnitCount)
      initialized = count + end.utf8CodeUnitCount
    }
  }

  /// Where so many more bytes go; the caller writes them all.
  func extend(by more: Int) -> UnsafeMutablePointer<UInt8> {
    if count + more > capacity { grow(to: max(2 * capacity, count + more)) }
    defer { count += more }
    return start + count
  }

  private func grow(to larger: Int) {
    let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
    bytes.update(from: start, count: count)
    start.deallocate()
    (start, capacity) = (bytes, larger)
  }
}
