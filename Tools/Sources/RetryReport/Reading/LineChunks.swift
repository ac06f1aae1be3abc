internal import Foundation

/// A file in chunks of whole lines, so that memory does not grow with the file.
struct LineChunks {
  static let size = 1 << 19
  /// The length in bytes beyond which a line cannot be a record, and its rest is not read.
  static let longestLine = 1 << 21

  private let file: FileHandle
  private var rest = Data()
  /// Whether the last line has a line break.
  private(set) var isWhole = true

  init(_ file: FileHandle) {
    self.file = file
  }

  /// The next lines; `nil` at the end.
  mutating func next() throws -> Data? {
    while let data = try file.read(upToCount: Self.size), !data.isEmpty {
      let newline = UInt8(ascii: "\n")
      let start = rest.count <= Self.longestLine ? data.startIndex : data.firstIndex(of: newline) ?? data.endIndex
      guard let end = data.lastIndex(of: newline) else {
        rest += data[start...]
        continue
      }
      // A copy, because a slice would keep the memory of the whole.
      defer { rest = Data(data[(end + 1)...]) }
      return rest + data[start..<end]
    }
    if rest.isEmpty { return nil }
    defer { rest = Data() }
    isWhole = false
    return rest
  }
}
