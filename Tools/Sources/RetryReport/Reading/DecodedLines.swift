internal import Foundation

/// The rows of some lines of a file.
struct DecodedLines: Sendable {
  private(set) var rows: [Row] = []
  /// The numbers of lines before a row that may be rows, but of no known process; by its place, or at the end.
  private(set) var unknown: [Int: Int] = [:]
  /// The lines that are no rows.
  private(set) var skipped = SkippedLines()

  private let folder: String

  /// - Parameters:
  ///   - texts: Lines and their line breaks.
  ///   - folder: The folder of their file.
  init(_ texts: [Data], in folder: String) {
    self.folder = folder
    let decoder = JSONDecoder()
    for text in texts { text.withUnsafeBytes { read($0, decoder) } }
  }

  private mutating func read(_ text: UnsafeRawBufferPointer, _ decoder: JSONDecoder) {
    var flat = FlatLine(in: text)
    let lines = text.lines
    rows.reserveCapacity(rows.count + lines.count)
    for line in lines {
      if flat.read(line), let row = try? RowFields(flat) {
        add(row)
        continue
      }
      let data = Data(text[line])
      if let row = try? decoder.decode(RowFields.self, from: data) { add(row) } else { skip(data, decoder) }
    }
  }

  private mutating func add(_ row: consuming RowFields) {
    row.folder = folder
    rows.append(Row(row))
  }

  private mutating func skip(_ line: Data, _ decoder: JSONDecoder) {
    if line.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") }) { return }
    if let identity = try? decoder.decode(Row.Identity.self, from: line), identity.isRecord {
      if identity.stepID == nil {
        unknown[rows.count, default: 0] += 1
        if identity.version ?? 0 > Row.newestVersion { skipped.newer += 1 } else { skipped.unreadable += 1 }
        return
      }
      var row = RowFields(identity)
      row.digest = line.hashValue
      add(row)
    } else if (try? JSONSerialization.jsonObject(with: line, options: .fragmentsAllowed)) != nil {
      skipped.foreign += 1
    } else {
      skipped.torn += 1
      unknown[rows.count, default: 0] += 1
    }
  }
}

extension UnsafeRawBufferPointer {
  /// The lines that are not empty; `split` takes ten times as long.
  fileprivate var lines: [Range<Int>] {
    var lines: [Range<Int>] = []
    var start = 0
    while start < count, let base = baseAddress {
      let newline = memchr(base + start, Int32(UInt8(ascii: "\n")), count - start)
      let end = newline.map { base.distance(to: UnsafeRawPointer($0)) } ?? count
      if end > start { lines.append(start..<end) }
      start = end + 1
    }
    return lines
  }
}
