internal import Foundation

/// What a file is that has no records.
enum FileKind: String {
  case markup = "a web page or XML"
  case array = "a JSON array (records have one object per line)"
  case object = "JSON on several lines (records have one object per line)"
  case otherJSON = "JSON Lines with other contents"
  case longLine = "one line that is too long for a record"
  case gzip = "compressed (its name must end in .gz)"
  case otherGzip = "compressed data of another kind"
  case binary = "a binary file"
  case text = "a text"

  /// Fails for a stream, or a file that cannot be read.
  init?(_ path: String) {
    guard path != RecordFiles.standardInput, !path.hasPrefix("/dev/"),
      let file = FileHandle(forReadingAtPath: path), let start = try? file.read(upToCount: 4_096)
    else { return nil }
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
        guard let size = try? file.seekToEnd(), size > DecodedFile.longestLine else { return nil }
        self = .longLine
      } else {
        self = .object
      }
    case _ where start.starts(with: [0x1F, 0x8B]): self = path.hasSuffix(".gz") ? .otherGzip : .gzip
    default: self = start.contains(0) ? .binary : .text
    }
  }
}
