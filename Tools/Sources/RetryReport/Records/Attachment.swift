internal import Foundation

/// A file of an attempt, which is stored next to the records.
package struct Attachment: Hashable, Sendable {
  /// The folder of the records.
  let folder: String
  /// The path in it: a folder and a name.
  let path: String

  /// The name without the step and the attempt, which precede it.
  var name: String {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    return file.firstMatch(of: /-s[0-9]+-a[0-9]+-/).map { String(file[$0.range.upperBound...]) } ?? file
  }

  package var fullPath: String { folder.isEmpty ? path : "\(folder)/\(path)" }

  /// The attachments that a row names; a path that leaves the folder is ignored.
  static func all(in text: String, folder: String) -> [Attachment] {
    // Each use of the literal below parses it, which would double the time of all rows.
    if text.isEmpty { return [] }
    // A folder and a name, neither of which begins with a full stop.
    let form = /[A-Za-z0-9_-][A-Za-z0-9._-]*\/[A-Za-z0-9_-][A-Za-z0-9._-]*/
    return text.split(separator: " ").filter { $0.wholeMatch(of: form) != nil }
      .map { Attachment(folder: folder, path: String($0)) }
  }

  /// The maximum size of a file that is read, in bytes.
  static let largest = 10_000_000

  /// The size; `nil` unless it is a regular file in the folder of the records.
  ///
  /// A link could lead anywhere, and reading a pipe could block.
  var size: Int? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: fullPath)
    guard attributes?[.type] as? FileAttributeType == .typeRegular, isInFolder else { return nil }
    return (attributes?[.size] as? NSNumber)?.intValue
  }

  /// The bytes; `nil` without a ``size``.
  var contents: Data? { size == nil ? nil : FileManager.default.contents(atPath: fullPath) }

  /// Whether no link on the way leads out of the folder.
  private var isInFolder: Bool {
    func real(_ path: String) -> [String] {
      URL(fileURLWithPath: path.realPath).standardizedFileURL.pathComponents
    }
    return real(fullPath).starts(with: real(folder.isEmpty ? "." : folder))
  }
}
