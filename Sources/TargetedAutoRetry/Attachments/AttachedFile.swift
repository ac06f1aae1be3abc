/// Something to look at that belongs to a failed attempt: a screenshot, a page source.
struct AttachedFile: Sendable {
  /// The largest file that is kept, in bytes.
  static let mostBytes = 10_000_000

  let name: String
  let bytes: [UInt8]

  /// One byte too many tells that a file is too large; of a collection that is worked out, or has no end, no more is.
  init(name: String, bytes: some Collection<UInt8>, atMost limit: Int = Self.mostBytes) {
    self.name = name
    let mostBytes = limit + 1
    self.bytes =
      bytes as? [UInt8]
      ?? bytes.withContiguousStorageIfAvailable { Array($0.prefix(mostBytes)) }
      ?? Array(bytes.prefix(mostBytes))
  }

  /// The name as a part of a path that leaves no folder, on any system.
  var safeName: String {
    let parts = name.asPathPart.drop { $0 == "." }.split(separator: ".", omittingEmptySubsequences: false)
    let type = parts.count > 1 ? ".\(parts[parts.count - 1].prefix(8))" : ""
    let stem = String(parts.dropLast(type.isEmpty ? 0 : 1).joined(separator: ".").prefix(30))
    // Records are what readers take files of that type for.
    return (stem.isEmpty ? "attachment" : stem) + (type == ".jsonl" ? ".txt" : type)
  }
}

/// Why something that was attached is not kept.
enum AttachmentRefusal: Equatable, Sendable {
  case isTooLarge
  case isOneTooMany
  /// The attempt that it was attached to has been told of already.
  case isTooLate

  /// A sentence.
  var text: String {
    switch self {
    case .isTooLarge: "It has more than \(AttachedFile.mostBytes / 1_000_000) MB."
    case .isOneTooMany: "An attempt has at most \(StepAttachments.mostFiles) attachments."
    case .isTooLate: "Attach before recoveryAction(after:) returns."
    }
  }
}
