internal import Foundation

/// The rows of some lines of a file.
struct DecodedLines: Sendable {
  private(set) var rows: [Row] = []
  /// The numbers of lines before a row that may be rows, but of no known process; by its place, or at the end.
  private(set) var unknown: [Int: Int] = [:]
  /// The lines that are no rows.
  private(set) var skipped = SkippedLines()

  /// - Parameter text: Lines and their line breaks.
  init(_ text: Data) {
    let decoder = JSONDecoder()
    for line in text.lines {
      do {
        var row = try decoder.decode(Row.self, from: line)
        row.digest = row.hashValue
        rows.append(row)
      } catch {
        skip(line, decoder)
      }
    }
  }

  private mutating func skip(_ line: Data, _ decoder: JSONDecoder) {
    if line.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") }) { return }
    if let identity = try? decoder.decode(Row.Identity.self, from: line), identity.isRecord {
      if identity.stepID == nil {
        unknown[rows.count, default: 0] += 1
        if identity.version ?? 0 > Row.newestVersion { skipped.newer += 1 } else { skipped.unreadable += 1 }
        return
      }
      var row = Row(identity)
      row.digest = line.hashValue
      rows.append(row)
    } else if (try? JSONSerialization.jsonObject(with: line, options: .fragmentsAllowed)) != nil {
      skipped.foreign += 1
    } else {
      skipped.torn += 1
      unknown[rows.count, default: 0] += 1
    }
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
