internal import Foundation

/// A file in pieces of whole lines, so that memory does not grow with the file.
struct LineChunks {
  static let size = 1 << 19
  /// The length in bytes beyond which a line is no record.
  static let longestLine = 1 << 21

  private let file: FileHandle
  private var rest = Data()
  private var isAtEnd = false
  /// Lines that were too long.
  private(set) var skippedLines = 0
  private var isInLongLine = false

  init(_ file: FileHandle) {
    self.file = file
  }

  /// The next lines; nil at the end.
  mutating func next() throws -> Data? {
    while !isAtEnd {
      guard let data = try file.read(upToCount: Self.size), !data.isEmpty else {
        isAtEnd = true
        break
      }
      if let chunk = take(data) { return chunk }
    }
    defer { rest = Data() }
    return rest.isEmpty ? nil : rest
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

/// The rows of some lines of a file.
struct DecodedLines: Sendable {
  private(set) var rows: [Row] = []
  private(set) var skipped = SkippedLines()

  /// - Parameter text: Lines and their line breaks.
  init(_ text: Data) {
    let decoder = JSONDecoder()
    for line in text.lines {
      do {
        add(try decoder.decode(Row.self, from: line))
      } catch DecodingError.keyNotFound(let key, _) {
        skip(line, decoder, missing: key.stringValue)
      } catch {
        skip(line, decoder)
      }
    }
  }

  private mutating func add(_ row: Row) {
    if row.version > Row.newestVersion {
      skipped.newer += 1
    } else if !row.isPlausible {
      skipped.foreign += 1
    } else if row.sort != nil {
      rows.append(row)
    } else {
      skipped.unknownKind += 1
    }
  }

  /// - Parameter key: The key that the line lacks; nil if it lacks none.
  private mutating func skip(_ line: Data, _ decoder: JSONDecoder, missing key: String? = nil) {
    if line.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") }) { return }
    let version = (try? decoder.decode(Probe.self, from: line))?.v
    if let version, version > Row.newestVersion {
      skipped.newer += 1
    } else if version != nil, let key {
      skipped.incomplete += 1
      skipped.missingKeys.insert(key)
    } else if (try? JSONSerialization.jsonObject(with: line, options: .fragmentsAllowed)) != nil {
      skipped.foreign += 1
    } else {
      skipped.torn += 1
    }
  }

  private struct Probe: Decodable {
    let v: Int?
  }
}

extension Data {
  /// The lines that are not empty; `split` takes ten times as long.
  fileprivate var lines: [Data] {
    withUnsafeBytes { bytes in
      var lines: [Data] = []
      var start = 0
      while start < bytes.count, let base = bytes.baseAddress {
        let newline = memchr(base + start, Int32(UInt8(ascii: "\n")), bytes.count - start)
        let end = newline.map { base.distance(to: UnsafeRawPointer($0)) } ?? bytes.count
        if end > start { lines.append(Data(bytes[start..<end])) }
        start = end + 1
      }
      return lines
    }
  }
}
