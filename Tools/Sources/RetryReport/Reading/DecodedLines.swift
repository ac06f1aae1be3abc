internal import Foundation

/// The rows of some lines of a file.
struct DecodedLines: Sendable {
  private(set) var rows: [Row] = []
  private(set) var skipped = SkippedLines()
  /// The places of the skipped lines, as far as they are known.
  private(set) var leftOut: [RowPlace] = []

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
    if row.version <= Row.newestVersion, row.isPlausible, row.kind != nil { return rows.append(row) }
    leftOut.append(RowPlace(row))
    if row.version > Row.newestVersion {
      skipped.newer += 1
    } else if !row.isPlausible {
      skipped.foreign += 1
    } else {
      skipped.unknownKind += 1
    }
  }

  /// - Parameter key: The key that the line lacks; `nil` if it lacks none.
  private mutating func skip(_ line: Data, _ decoder: JSONDecoder, missing key: String? = nil) {
    if line.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") }) { return }
    let version = (try? decoder.decode(Probe.self, from: line))?.v
    if let place = try? decoder.decode(RowPlace.self, from: line) { leftOut.append(place) }
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
