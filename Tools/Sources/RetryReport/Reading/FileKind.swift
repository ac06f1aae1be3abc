package import Foundation

/// What a file is that has no records.
enum FileKind: String {
  case markup = "a web page or XML (result files need --junit, each of them or a quoted pattern)"
  case array = "a JSON array (records have one object per line)"
  case object = "JSON on several lines, such as a baseline or a report (records have one object per line)"
  case otherJSON = "JSON Lines with other contents"
  case longLine = "one line that is too long for a record"
  case gzip = "compressed (its name must end in .gz; unpack a stream with gzip -dc)"
  case otherGzip = "compressed data of another kind"
  case archive = "an archive (unpack it)"
  case utf16 = "UTF-16, and records are UTF-8"
  case binary = "a binary file"
  case text = "a text"

  /// The kind of a file that may contain records, but not in its lines; `nil` for any other.
  ///
  /// The first record of an archive would follow the header in its line, and be lost.
  init?(hidingRecords start: Data) {
    let isTar = start.dropFirst(257).starts(with: "ustar".utf8)
    if isTar || start.starts(with: Array("PK".utf8) + [3, 4]) {
      self = .archive
    } else if [[0xFF, 0xFE], [0xFE, 0xFF]].contains(start.prefix(2).map(\.self)) {
      self = .utf16
    } else {
      return nil
    }
  }

  /// Fails for a file that cannot be read.
  ///
  /// - Parameter stream: The first bytes, which cannot be read again, if it is a stream.
  init?(_ path: String, _ stream: Data) {
    let file = path.isStream ? nil : FileHandle(forReadingAtPath: path)
    guard let start = path.isStream ? stream : try? file?.read(upToCount: 4_096) else { return nil }
    let text = start.drop { [0xEF, 0xBB, 0xBF].contains($0) || " \t\r\n".utf8.contains($0) }
    let line = text.prefix { $0 != UInt8(ascii: "\n") }
    switch text.first {
    case UInt8(ascii: "<"): self = .markup
    case UInt8(ascii: "["): self = .array
    case UInt8(ascii: "{"):
      if (try? JSONSerialization.jsonObject(with: Data(line))) != nil {
        self = .otherJSON
      } else if line.count == text.count {
        // A record that is torn, or a line that is too long for one.
        guard let size = try? file?.seekToEnd(), size > DecodedFile.longestLine else { return nil }
        self = .longLine
      } else {
        self = .object
      }
    case _ where start.isGzip: self = path.hasSuffix(".gz") ? .otherGzip : .gzip
    default: self = start.contains(0) ? .binary : .text
    }
  }
}

extension Data {
  package var isGzip: Bool { starts(with: [0x1F, 0x8B]) }
}
