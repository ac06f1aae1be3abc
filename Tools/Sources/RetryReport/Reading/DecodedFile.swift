internal import Foundation

/// The lines of a file, decoded a few chunks ahead of their reader on all processors.
///
/// A chunk has whole lines, and memory does not grow with the file.
struct DecodedFile {
  /// The size in bytes: a chunk and its rows fit into the cache of a processor.
  static let chunkSize = 1 << 17
  /// The length in bytes beyond which a line cannot be a record, and its rest is not read.
  static let longestLine = 1 << 21
  /// The number of chunks that are decoded while another is read; asking the system takes as long as a chunk.
  private static let mostAhead = ProcessInfo.processInfo.activeProcessorCount + 1

  private let file: FileHandle
  private let folder: String
  private let gzip: Process?
  /// The start of a line that ends in the next chunk.
  private var rest = Data()
  private var pending: [Task<DecodedLines, Never>] = []
  private var isAtEnd = false
  /// The first bytes, by which a stream is recognized.
  private(set) var start = Data()
  /// Whether the last line has a line break.
  private(set) var isWhole = true

  init(_ path: String) throws {
    folder = path.folder
    let stored =
      path == RecordFiles.standardInput ? .standardInput : try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
    gzip = path.hasSuffix(".gz") ? Process() : nil
    file = try gzip?.unpack(stored) ?? stored
  }

  /// The lines of the next chunk; `nil` at the end.
  mutating func next() async throws -> DecodedLines? {
    try decodeAhead()
    return pending.isEmpty ? nil : await pending.removeFirst().value
  }

  private mutating func decodeAhead() throws {
    while !isAtEnd, pending.count < Self.mostAhead {
      if let chunk = try readChunk() {
        pending.append(Task { [folder] in DecodedLines(chunk, in: folder) })
      } else {
        isAtEnd = true
      }
    }
  }

  /// The next bytes, read at once; `FileHandle` reads a few thousand at a time.
  private func readBytes() throws -> Data {
    var data = Data(count: Self.chunkSize)
    let count = data.withUnsafeMutableBytes { read(file.fileDescriptor, $0.baseAddress, $0.count) }
    if count < 0 { throw NSError(domain: NSPOSIXErrorDomain, code: Int(errno)) }
    return data.prefix(count)
  }

  /// - Returns: The line that began in the last chunk, and the lines after it.
  private mutating func readChunk() throws -> [Data]? {
    while case let data = try readBytes(), !data.isEmpty {
      if start.isEmpty {
        start = Data(data.prefix(4_096))
        if let kind = FileKind(hidingRecords: start) { throw NotRecords(failureReason: "it is \(kind.rawValue)") }
      }
      // `Data` itself takes many times as long.
      let (first, last) = data.withUnsafeBytes { bytes in
        let first = bytes.firstIndex(of: UInt8(ascii: "\n"))
        return (first, first == nil ? nil : bytes.lastIndex(of: UInt8(ascii: "\n")))
      }
      let start = rest.count <= Self.longestLine ? 0 : first ?? data.count
      guard let first, let last else {
        rest += data[start...]
        continue
      }
      // A copy, because a slice would keep the memory of the whole.
      defer { rest = Data(data[(last + 1)...]) }
      return [rest + data[start..<first], data[first..<last]]
    }
    gzip?.waitUntilExit()
    if let gzip, gzip.terminationStatus != 0 { throw NotRecords.damagedGzip }
    if rest.isEmpty { return nil }
    defer { rest = Data() }
    isWhole = false
    return [rest]
  }
}

private struct NotRecords: LocalizedError {
  static let damagedGzip = NotRecords(failureReason: "gzip could not unpack it, so it is cut off or damaged")

  let failureReason: String?
}

extension Process {
  /// Starts gzip, which every system has, with a file as its input, and returns its output.
  fileprivate func unpack(_ file: FileHandle) throws -> FileHandle {
    let output = Pipe()
    executableURL = URL(fileURLWithPath: "/usr/bin/env")
    arguments = ["gzip", "-dc"]
    (standardInput, standardOutput, standardError) = (file, output, FileHandle.nullDevice)
    do { try run() } catch { throw NotRecords.damagedGzip }
    return output.fileHandleForReading
  }
}
