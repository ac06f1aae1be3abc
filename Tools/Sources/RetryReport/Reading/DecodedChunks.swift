internal import Foundation

/// The lines of a file, decoded some chunks ahead of their reader, on all processors.
struct DecodedChunks {
  private var chunks: LineChunks
  private var pending: [Task<DecodedLines, Never>] = []
  private var isAtEnd = false
  private let width: Int

  /// - Parameter width: The number of chunks that are decoded at the same time.
  init(of file: FileHandle, ahead width: Int) {
    chunks = LineChunks(file)
    self.width = width
  }

  /// Lines that were too long.
  var skippedLines: Int { chunks.skippedLines }

  /// The lines of the next chunk; nil at the end.
  mutating func next(_ progress: inout Progress) async throws -> DecodedLines? {
    while !isAtEnd, pending.count <= width {
      if let chunk = try chunks.next() {
        progress.advance(byBytes: chunk.count)
        pending.append(Task { DecodedLines(chunk) })
      } else {
        isAtEnd = true
      }
    }
    return pending.isEmpty ? nil : await pending.removeFirst().value
  }
}
