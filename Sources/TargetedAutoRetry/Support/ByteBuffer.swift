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
    reserve(1)
    start[count] = byte
    count += 1
  }

  func append(_ bytes: UnsafePointer<UInt8>, count more: Int) {
    reserve(more)
    (start + count).update(from: bytes, count: more)
    count += more
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
      for digit in digits[first...] { append(digit) }
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

  private func reserve(_ more: Int) {
    guard count + more > capacity else { return }
    capacity = max(2 * capacity, count + more)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    larger.update(from: start, count: count)
    start.deallocate()
    start = larger
  }
}
