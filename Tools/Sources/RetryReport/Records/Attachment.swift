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
    text.split(separator: " ").filter(\.isNameInFolder).map { Attachment(folder: folder, path: String($0)) }
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
      URL(fileURLWithPath: path).resolvingSymlinksInPath().standardizedFileURL.pathComponents
    }
    return real(fullPath).starts(with: real(folder.isEmpty ? "." : folder))
  }
}

extension Substring {
  private static let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-".utf8)

  /// Whether it is `folder/name` in plain characters; a literal of a regular expression would be parsed at each use.
  fileprivate var isNameInFolder: Bool {
    let names = utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    return names.count == 2
      && names.allSatisfy { !$0.isEmpty && $0.first != UInt8(ascii: ".") && $0.allSatisfy(Self.plain.contains) }
  }
}
