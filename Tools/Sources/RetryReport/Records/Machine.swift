/// A kind of machine: flakes differ more between systems than between days.
package struct Machine: Hashable, Comparable, Codable, Sendable {
  package let os: String
  package let arch: String

  package static func < (left: Machine, right: Machine) -> Bool { (left.os, left.arch) < (right.os, right.arch) }

  /// Such as `linux, x86_64`.
  package var text: String { [os, arch].filter { !$0.isEmpty }.joined(separator: ", ") }
}
