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
