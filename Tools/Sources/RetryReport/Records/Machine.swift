/// A kind of machine: flakes differ more between systems than between days.
struct Machine: Hashable, Comparable, Codable, Sendable {
  /// Such as `linux`.
  let os: String
  /// Such as `x86_64`.
  let arch: String

  static func < (left: Machine, right: Machine) -> Bool { (left.os, left.arch) < (right.os, right.arch) }

  /// Such as `linux, x86_64`.
  var text: String { [os, arch].filter { !$0.isEmpty }.joined(separator: ", ") }
}
