internal import Foundation

/// The lines of a file, decoded a few chunks ahead of their reader on all processors.
struct DecodedChunks {
  private var chunks: LineChunks
  private var pending: [Task<DecodedLines, Never>] = []
  private var isAtEnd = false

  /// Opens a file, and begins to decode its first chunks.
  init(_ path: String) throws {
    let isStandardInput = path == RecordFiles.standardInput
    chunks = LineChunks(isStandardInput ? .standardInput : try FileHandle(forReadingFrom: URL(fileURLWithPath: path)))
    // A stream may have to be waited for.
    if !path.hasPrefix("/dev/"), !isStandardInput { try decodeAhead() }
  }

  /// Whether the file ends with a line break.
  var isWhole: Bool { chunks.isWhole }

  /// The lines of the next chunk; `nil` at the end.
  mutating func next() async throws -> DecodedLines? {
    try decodeAhead()
    return pending.isEmpty ? nil : await pending.removeFirst().value
  }

  /// Begins to decode the next chunks.
  private mutating func decodeAhead() throws {
    while !isAtEnd, pending.count <= ProcessInfo.processInfo.activeProcessorCount {
      if let chunk = try chunks.next() {
        pending.append(Task { DecodedLines(chunk) })
      } else {
        isAtEnd = true
      }
    }
  }
}
