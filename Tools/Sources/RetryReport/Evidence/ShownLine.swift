/// A line for display, with the part that another line does not have.
struct ShownLine: Equatable {
  /// The maximum number of bytes of a line, or of its own part.
  private static let longest = 300
  /// The maximum number of bytes before and behind that part, in a longer line.
  private static let longestContext = 80

  let before: String
  let changed: String
  let after: String

  /// - Parameter other: The line that it replaces. Nil if it is compared with none.
  init(_ line: ArraySlice<UInt8>, insteadOf other: ArraySlice<UInt8>? = nil) {
    let head = other.map { Self.sharedStart(line, $0) } ?? 0
    let tail = other.map { Self.sharedEnd(line.dropFirst(head), $0.dropFirst(head)) } ?? 0
    // Two lines with little in common are not a change of one line.
    guard let other, (head + tail) * 3 >= min(line.count, other.count) else {
      (before, changed, after) = (Self.text(line), "", "")
      return
    }
    let context = line.count <= Self.longest ? Self.longest : Self.longestContext
    let skipped = Self.boundary(in: line, atMost: max(0, head - context))
    before = (skipped > 0 ? "…" : "") + Self.text(line.prefix(head).dropFirst(skipped))
    changed = Self.text(line.dropFirst(head).dropLast(tail))
    after = Self.text(line.suffix(tail), atMost: context)
  }

  private static func text(_ bytes: ArraySlice<UInt8>, atMost length: Int = longest) -> String {
    let end = boundary(in: bytes, atMost: length)
    return String(decoding: bytes.prefix(end), as: UTF8.self) + (end < bytes.count ? "…" : "")
  }

  private static func sharedStart(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> Int {
    var count = 0
    while count < min(left.count, right.count), left[left.startIndex + count] == right[right.startIndex + count] {
      count += 1
    }
    return boundary(in: left, atMost: count)
  }

  private static func sharedEnd(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> Int {
    var count = 0
    while count < min(left.count, right.count), left[left.endIndex - 1 - count] == right[right.endIndex - 1 - count] {
      count += 1
    }
    while count > 0, isInside(left[left.endIndex - count]) { count -= 1 }
    return count
  }

  /// The largest number of bytes that does not cut a character of UTF-8.
  private static func boundary(in bytes: ArraySlice<UInt8>, atMost length: Int) -> Int {
    if length >= bytes.count { return bytes.count }
    // No character has more than four bytes.
    return (max(0, length - 3)...length).last { !isInside(bytes[bytes.startIndex + $0]) } ?? length
  }

  private static func isInside(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }
}
