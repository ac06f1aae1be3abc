internal import Foundation

/// The rows of some lines of a file.
struct DecodedLines: Sendable {
  private(set) var rows: [Row] = []
  /// The lines that are no rows.
  private(set) var skipped = SkippedLines()

  /// - Parameter text: Lines and their line breaks.
  init(_ text: Data) {
    let decoder = JSONDecoder()
    for line in text.lines {
      do { rows.append(try decoder.decode(Row.self, from: line)) } catch { skip(line, decoder) }
    }
  }

  private mutating func skip(_ line: Data, _ decoder: JSONDecoder) {
    if line.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") }) { return }
    if let version = (try? decoder.decode(Probe.self, from: line))?.v, version > Row.newestVersion {
      skipped.newer += 1
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
