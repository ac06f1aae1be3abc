internal import Foundation

/// A file in chunks of whole lines, so that memory does not grow with the file.
struct LineChunks {
  static let size = 1 << 19
  /// The length in bytes beyond which a line cannot be a record.
  static let longestLine = 1 << 21

  private let file: FileHandle
  private var rest = Data()
  private var isAtEnd = false
  /// Lines that were too long.
  private(set) var skippedLines = 0
  /// Whether the last line has a line break.
  private(set) var isWhole = true
  private var isInLongLine = false

  init(_ file: FileHandle) {
    self.file = file
  }

  /// The next lines; `nil` at the end.
  mutating func next() throws -> Data? {
    while !isAtEnd {
      guard let data = try file.read(upToCount: Self.size), !data.isEmpty else {
        isAtEnd = true
        break
      }
      if let chunk = take(data) { return chunk }
    }
    if rest.isEmpty { return nil }
    defer { rest = Data() }
    isWhole = false
    return rest
  }

  private mutating func take(_ data: Data) -> Data? {
    guard let end = data.lastIndex(of: UInt8(ascii: "\n")) else {
      keep(data)
      return nil
    }
    var chunk = rest + data[..<end]
    if isInLongLine {
      chunk = data[(data.firstIndex(of: UInt8(ascii: "\n")) ?? end)..<end]
      isInLongLine = false
    }
    rest = data.suffix(from: data.index(after: end))
    return chunk
  }

  private mutating func keep(_ data: Data) {
    if isInLongLine { return }
    rest += data
    if rest.count > Self.longestLine {
      isInLongLine = true
      skippedLines += 1
      rest = Data()
    }
  }
}
