internal import Foundation

/// A comparison of the files of a page.
struct FileDifferences {
  /// The relation of two files of the same name.
  enum Difference {
    case same
    case lines(ComparedLines)
    case unknown(String?)
  }

  /// The extensions of text files.
  private static let texts: Set<String> = ["txt", "json", "html", "xml", "log", "md", "csv"]
  /// The maximum number of bytes of markup of all differences.
  private static let mostMarkup = 4_000_000

  /// The number of bytes that may still be read; as many as a page compares take some seconds.
  private(set) var room = 100_000_000
  private(set) var markup = 0

  mutating func difference(_ old: Attachment, _ new: Attachment) -> Difference {
    guard let oldSize = old.size, let newSize = new.size else { return .unknown(nil) }
    let isText = old.name.split(separator: ".").last.map { Self.texts.contains($0.lowercased()) } ?? false
    guard isText || oldSize == newSize else { return .unknown(nil) }
    guard max(oldSize, newSize) <= Attachment.largest else {
      return .unknown(isText ? "Not compared: larger than \(Attachment.largest / 1_000_000) MB." : nil)
    }
    guard oldSize + newSize <= room, markup < Self.mostMarkup else {
      return .unknown(isText ? "Not compared: the page has reached its limit for comparisons." : nil)
    }
    room -= oldSize + newSize
    guard let oldBytes = old.contents, let newBytes = new.contents else { return .unknown(nil) }
    if oldBytes == newBytes { return .same }
    guard isText else { return .unknown(nil) }
    guard let diff = LineDiff(oldBytes, newBytes) else { return .unknown("Not compared: not a text file.") }
    let lines = ComparedLines(diff)
    markup += lines.markup.text.utf8.count
    return .lines(lines)
  }
}
