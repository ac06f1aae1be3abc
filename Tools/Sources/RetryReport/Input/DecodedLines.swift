internal import Foundation

/// What became of some whole lines of a file.
struct DecodedLines: Sendable {
  private(set) var rows: [Row] = []
  private(set) var skipped = SkippedLines()

  /// - Parameter text: Lines with their line breaks; the first may lack its beginning and the last its end.
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
    } else if row.isStep || row.isAttempt {
      rows.append(row)
    } else {
      skipped.unknownKind += 1
    }
  }

  /// - Parameter key: One that a record has and the line has not; nil if the line is no record for another reason.
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
