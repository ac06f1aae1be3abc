/// A growing buffer of bytes; an array checks and counts more with each byte.
///
/// Only one thread uses it.
final class ByteBuffer {
  /// More than most rows of records have.
  @exclusivity(unchecked) private var capacity = 2_048
  @exclusivity(unchecked) private(set) var count = 0
  @exclusivity(unchecked) private var start: UnsafeMutablePointer<UInt8>

  init() {
    start = .allocate(capacity: capacity)
  }

  deinit { start.deallocate() }

  func withContents<Result, Failure>(
    _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // The bytes are there as long as the buffer is.
    defer { withExtendedLifetime(self) {} }
    return try body(UnsafeBufferPointer(start: start, count: count))
  }

  func removeAll() { count = 0 }

  func removeLast() { count -= 1 }

  func append(_ byte: UInt8) {
    extend(by: 1).pointee = byte
  }

  func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let base = bytes.baseAddress else { return }
    extend(by: bytes.count).update(from: base, count: bytes.count)
  }

  func append(_ text: StaticString) {
    extend(by: text.utf8CodeUnitCount).update(from: text.utf8Start, count: text.utf8CodeUnitCount)
  }

  func append(text: String) {
    var text = text
    text.withUTF8 { append($0) }
  }

  func append(_ number: Int64) {
    if 0..<10 ~= number { return append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number)) }
    if number < 0 { append(UInt8(ascii: "-")) }
    var count = 1
    var rest = number.magnitude
    while rest >= 10 {
      rest /= 10
      count += 1
    }
    let digits = extend(by: count)
    rest = number.magnitude
    for index in stride(from: count - 1, through: 0, by: -1) {
      digits[index] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
  }

  /// The place of that many more bytes; the caller writes them all.
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
