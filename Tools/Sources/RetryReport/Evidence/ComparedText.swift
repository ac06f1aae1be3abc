internal import Foundation

/// A text in lines, which are compared by number and shown by their bytes.
struct ComparedText {
  private static let mostLines = 200_000
  /// The length in bytes beyond which a line is broken after its tags or its values.
  private static let longLine = 300

  private let bytes: [UInt8]
  /// The lines, without their line breaks.
  private let lines: [Range<Int>]
  /// A number for each line, the same for the same text in one process.
  let numbers: [Int]
  /// The number of bytes behind the lines that are compared.
  let bytesLeftOut: Int

  /// Nil if the bytes are not a text.
  init?(_ data: Data) {
    let bytes = [UInt8](data)
    guard !bytes.contains(0) else { return nil }
    var lines: [Range<Int>] = []
    var start = 0
    bytes.withUnsafeBufferPointer { bytes in
      while start < bytes.count, lines.count < Self.mostLines, let base = bytes.baseAddress {
        let newline = memchr(base + start, Int32(UInt8(ascii: "\n")), bytes.count - start)
        let end = newline.map { UnsafeRawPointer(base).distance(to: UnsafeRawPointer($0)) } ?? bytes.count
        Self.add(start..<end, of: bytes, to: &lines)
        start = end + 1
      }
    }
    self.bytes = bytes
    self.lines = lines
    bytesLeftOut = max(0, bytes.count - start)
    numbers = bytes.withUnsafeBytes { bytes in
      lines.map { line in
        var hasher = Hasher()
        hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: bytes[line]))
        return hasher.finalize()
      }
    }
  }

  /// Adds a line, or its parts if it is long: otherwise a text without line breaks would be one difference.
  private static func add(_ line: Range<Int>, of bytes: UnsafeBufferPointer<UInt8>, to lines: inout [Range<Int>]) {
    let end =
      line.upperBound > line.lowerBound && bytes[line.upperBound - 1] == UInt8(ascii: "\r")
      ? line.upperBound - 1 : line.upperBound
    var start = line.lowerBound
    if line.count > longLine {
      for index in line.lowerBound + 1..<max(end, line.lowerBound + 1) where lines.count < mostLines - 1 {
        let isEnd =
          switch bytes[index - 1] {
          case UInt8(ascii: ">"): bytes[index] == UInt8(ascii: "<")
          case UInt8(ascii: ","): #""{["#.utf8.contains(bytes[index])
          default: false
          }
        guard isEnd else { continue }
        lines.append(start..<index)
        start = index
      }
    }
    lines.append(start..<end)
  }

  func bytes(of line: Int) -> ArraySlice<UInt8> { bytes[lines[line]] }
}
