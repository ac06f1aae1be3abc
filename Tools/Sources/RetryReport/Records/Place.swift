/// The place of a call.
package struct Place: Hashable, Comparable, Sendable {
  let file: String
  let line: Int

  /// Such as `Tests/ShopTests/Steps.swift:24`.
  package var text: String { "\(file):\(line)" }

  /// The place without the folders.
  var shortText: String { "\(file.split(separator: "/").last ?? ""):\(line)" }

  package static func < (left: Place, right: Place) -> Bool { (left.file, left.line) < (right.file, right.line) }
}
