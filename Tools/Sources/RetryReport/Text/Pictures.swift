internal import Foundation

/// The pictures of a page, which are part of it while there is room.
struct Pictures {
  /// The most bytes that a page has with all its pictures.
  static let largestPage = 20_000_000
  /// The most bytes of a picture.
  private static let largestFile = 10_000_000

  /// The room that is left, in bytes.
  private var room: Int
  /// The folder that the page will be in.
  private let pageFolder: String

  /// - Parameter pageBytes: The size of the page without pictures.
  init(pageBytes: Int, pageFolder: String) {
    room = max(0, Self.largestPage - pageBytes)
    self.pageFolder = pageFolder
  }

  /// An attachment in the page: a picture, a link, or a word if it is gone.
  mutating func render(_ attachment: Attachment) -> String {
    let name = attachment.name.escapedForMarkup
    guard let size = Self.size(of: attachment.fullPath) else {
      return "<span class=\"note\">\(name) is not there any more.</span>"
    }
    guard size <= min(room * 3 / 4, Self.largestFile), let picture = Self.picture(attachment.fullPath) else {
      return "<a href=\"\(link(to: attachment.fullPath).escapedForMarkup)\">\(name)</a>"
    }
    let data = picture.bytes.base64EncodedString()
    room -= data.utf8.count
    return """
      <label class="picture" title="\(name)"><input type="checkbox" aria-label="Show \(name) large">\
      <img loading="lazy" alt="\(name)" src="data:\(picture.type);base64,\(data)"></label>
      """
  }

  /// The size of a regular file; nil for a link, or for a pipe, which would have to be waited for.
  private static func size(of path: String) -> Int? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    guard attributes?[.type] as? FileAttributeType == .typeRegular else { return nil }
    return (attributes?[.size] as? NSNumber)?.intValue
  }

  /// The picture and its type, by the first bytes and not by the name.
  private static func picture(_ path: String) -> (bytes: Data, type: String)? {
    guard let bytes = FileManager.default.contents(atPath: path) else { return nil }
    let kinds: [(start: [UInt8], type: String)] = [
      ([0x89, 0x50, 0x4E, 0x47], "image/png"), ([0xFF, 0xD8, 0xFF], "image/jpeg"), (Array("GIF8".utf8), "image/gif"),
    ]
    return kinds.first { bytes.starts(with: $0.start) }.map { (bytes, $0.type) }
  }

  /// The path from the folder of the page, as an address.
  private func link(to path: String) -> String {
    let target = URL(fileURLWithPath: path).standardizedFileURL.pathComponents
    let start = URL(fileURLWithPath: pageFolder).standardizedFileURL.pathComponents
    let shared = zip(target, start).prefix { $0 == $1 }.count
    let steps = Array(repeating: "..", count: start.count - shared) + target.dropFirst(shared)
    return steps.map { $0.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? $0 }.joined(separator: "/")
  }
}
