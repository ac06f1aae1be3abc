internal import Foundation

/// The pictures of a page, which are embedded in it while there is room.
struct Pictures {
  /// The maximum number of bytes of all pictures of a page.
  static let mostBytes = 20_000_000

  /// The room that is left, in bytes.
  private(set) var room = mostBytes
  let pageFolder: String

  /// An attachment in the page: a picture, a link, or a note if the file is gone.
  mutating func render(_ attachment: Attachment) -> HTML {
    let name = attachment.name
    guard let size = attachment.size else { return "<span class=\"note\">\(name) no longer exists.</span>" }
    guard size <= min(room * 3 / 4, Attachment.largest), let picture = Self.picture(attachment) else {
      return link(to: attachment, text: attachment.name)
    }
    let data = picture.bytes.base64EncodedString()
    room -= data.utf8.count
    // Not loaded lazily: a picture that loads late would move the target of a link out of view.
    return """
      <label class="picture" title="\(name)">\
      <input type="checkbox" aria-label="Enlarge \(name)">\
      <img decoding="async" alt="\(name)" src="data:\(picture.type);base64,\(data)"></label>
      """
  }

  /// The pictures among the files, followed by links to the others.
  mutating func gallery(_ attachments: [Attachment]) -> HTML {
    if attachments.isEmpty { return "" }
    let rendered = attachments.map { render($0) }
    let others = rendered.filter { !Self.isPicture($0) }
    return "<p class=\"gallery\">\((rendered.filter(Self.isPicture) + others).joined(by: " "))</p>"
  }

  /// Whether an attachment has become a picture of the page.
  static func isPicture(_ rendered: HTML) -> Bool { rendered.text.hasPrefix("<label") }

  func link(to attachment: Attachment, text: String) -> HTML {
    "<a href=\"\(address(of: attachment.fullPath))\">\(text)</a>"
  }

  /// The picture and its type, which is determined by the first bytes and not by the name.
  private static func picture(_ attachment: Attachment) -> (bytes: Data, type: String)? {
    guard let bytes = attachment.contents else { return nil }
    let kinds: [(start: [UInt8], type: String)] = [
      ([0x89, 0x50, 0x4E, 0x47], "image/png"), ([0xFF, 0xD8, 0xFF], "image/jpeg"), (Array("GIF8".utf8), "image/gif"),
    ]
    return kinds.first { bytes.starts(with: $0.start) }.map { (bytes, $0.type) }
  }

  /// The path from the folder of the page, as a URL.
  private func address(of path: String) -> String {
    let target = URL(fileURLWithPath: path).standardizedFileURL.pathComponents
    let start = URL(fileURLWithPath: pageFolder).standardizedFileURL.pathComponents
    let shared = zip(target, start).prefix { $0 == $1 }.count
    let steps = Array(repeating: "..", count: start.count - shared) + target.dropFirst(shared)
    // A colon in the first component would make a scheme of it.
    let allowed = CharacterSet.urlPathAllowed.subtracting(CharacterSet(charactersIn: ":"))
    return steps.map { $0.addingPercentEncoding(withAllowedCharacters: allowed) ?? $0 }.joined(separator: "/")
  }
}
