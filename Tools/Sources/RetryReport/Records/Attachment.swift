/// A file that belongs to an attempt, beside the records.
struct Attachment: Equatable, Sendable {
  /// The folder of the records.
  let folder: String
  /// The path in it: a folder and a name.
  let path: String

  /// The name that it was given; the step and the attempt stand before it.
  var name: String {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    return file.firstMatch(of: /-s[0-9]+-a[0-9]+-/).map { String(file[$0.range.upperBound...]) } ?? file
  }

  var fullPath: String { folder.isEmpty ? path : "\(folder)/\(path)" }
}

extension Attachment {
  /// The attachments that a row names; a path that leaves the folder is none.
  static func all(in text: String, folder: String) -> [Attachment] {
    text.split(separator: " ").map(String.init)
      .filter { $0.wholeMatch(of: /[A-Za-z0-9_-][A-Za-z0-9._-]*\/[A-Za-z0-9_-][A-Za-z0-9._-]*/) != nil }
      .map { Attachment(folder: folder, path: $0) }
  }
}
