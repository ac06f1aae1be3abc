internal import Foundation

/// The rows of some lines of a file.
struct DecodedLines: Sendable {
  private(set) var rows: [Row] = []
  private(set) var skipped = SkippedLines()

  private let folder: String

  /// - Parameters:
  ///   - texts: Lines and their line breaks.
  ///   - folder: The folder of their file.
  init(_ texts: [Data], in folder: String) {
    self.folder = folder
    for text in texts { text.withUnsafeBytes { read($0) } }
  }

  private mutating func read(_ text: UnsafeRawBufferPointer) {
    var flat = FlatLine(in: text)
    let lines = text.lines
    rows.reserveCapacity(rows.count + lines.count)
    for line in lines {
      if flat.read(line), let row = try? RowFields(flat) { add(row) } else { readOther(Data(text[line])) }
    }
  }

  private mutating func add(_ row: consuming RowFields) {
    row.folder = folder
    rows.append(Row(row))
  }

  /// Reads a row with rare values, or a line that is no row.
  private mutating func readOther(_ line: Data) {
    if line.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") }) { return }
    guard let values = try? JSONDecoder().decode([String: FlatLine.Value].self, from: line) else {
      if (try? JSONSerialization.jsonObject(with: line, options: .fragmentsAllowed)) != nil {
        skipped.foreign += 1
      } else {
        skipped.torn += 1
      }
      return
    }
    let version = values["v"]?.number ?? Row.newestVersion
    if let row = FlatLine(values).flatMap({ try? RowFields($0) }) {
      add(row)
    } else if let step = values["step_id"]?.text {
      let (run, number) = (values["run_id"]?.text ?? "", values["seq"]?.number)
      add(RowFields(of: step, run: run, number: number, version: version, digest: line.hashValue))
    } else if values["v"] != nil, values["kind"] != nil {
      if version > Row.newestVersion { skipped.newer += 1 } else { skipped.unreadable += 1 }
    } else {
      skipped.foreign += 1
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
