/// A file that belongs to a failed attempt, such as a screenshot or a page source.
struct AttachedFile: Sendable {
  /// The largest file that is kept, in bytes.
  static let mostBytes = 10_000_000

  let name: String
  let bytes: [UInt8]

  /// One byte more than the limit shows that a file is too large.
  ///
  /// No further bytes of a lazy or endless collection are read.
  init(name: String, bytes: some Collection<UInt8>, atMost limit: Int = Self.mostBytes) {
    self.name = name
    let mostBytes = limit + 1
    self.bytes =
      bytes as? [UInt8]
      ?? bytes.withContiguousStorageIfAvailable { Array($0.prefix(mostBytes)) }
      ?? Array(bytes.prefix(mostBytes))
  }

  /// The name as a path component that is safe on any system.
  var safeName: String {
    let parts = name.asPathPart.drop { $0 == "." }.split(separator: ".", omittingEmptySubsequences: false)
    let type = parts.count > 1 ? ".\(parts[parts.count - 1].prefix(8))" : ""
    let stem = String(parts.dropLast(type.isEmpty ? 0 : 1).joined(separator: ".").prefix(30))
    // Readers take files of that type for records.
    return (stem.isEmpty ? "attachment" : stem) + (type == ".jsonl" ? ".txt" : type)
  }
}
