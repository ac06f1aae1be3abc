struct AttachmentOwner: Hashable, Sendable {
  /// 1 for the first attempt.
  let attempt: Int
  /// True for the attempt that made its step recover.
  var hasSucceeded = false
}

/// The files that are attached to the attempts of one step, from any thread.
final class StepAttachments: Sendable {
  /// The maximum number of files of an attempt: a row of the records has room for so many.
  static let mostFiles = 8

  private struct State {
    /// The attempt that may receive files now; nil after its hook has returned.
    var open: AttachmentOwner?
    var counts: [AttachmentOwner: Int] = [:]
    var paths: [AttachmentOwner: [String]] = [:]
  }

  private let state = Locked(State())
  /// Adds a file to the report of the test, the records and the log, or reports there why it is not kept.
  ///
  /// It returns the path of the file beside the records, if it is kept there.
  private let keep: @Sendable (AttachedFile, _ attempt: Int, AttachmentRefusal?) -> String?

  /// Finds the object whose hooks apply if the object of the step declares none.
  nonisolated(unsafe) let testObject: () -> (any TargetedAutoRetry)?

  init(
    testObject: @escaping () -> (any TargetedAutoRetry)? = { nil },
    _ keep: @escaping @Sendable (AttachedFile, _ attempt: Int, AttachmentRefusal?) -> String?
  ) {
    self.testObject = testObject
    self.keep = keep
  }

  /// The paths of the files of an attempt, beside the records.
  func paths(of owner: AttachmentOwner) -> [String] { state.withLock { $0.paths[owner] ?? [] } }

  var pathsOfSuccess: [String] {
    state.withLock { state in state.paths.first { $0.key.hasSucceeded }?.value ?? [] }
  }

  /// Opens an attempt for the files of its hook.
  func open(_ owner: AttachmentOwner) {
    state.withLock { $0.open = owner }
  }

  /// Closes the attempt when the hook has returned.
  func close() {
    state.withLock { $0.open = nil }
  }

  func attach(_ file: AttachedFile, to owner: AttachmentOwner) {
    let refusal: AttachmentRefusal? = state.withLock { state in
      if state.open != owner { return .isTooLate }
      if file.bytes.count > AttachedFile.mostBytes { return .isTooLarge }
      if state.counts[owner] == Self.mostFiles { return .isOneTooMany }
      state.counts[owner, default: 0] += 1
      return nil
    }
    guard let path = keep(file, owner.attempt, refusal), refusal == nil else { return }
    state.withLock { $0.paths[owner, default: []].append(path) }
  }
}

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

enum AttachmentRefusal: Equatable, Sendable {
  case isTooLarge
  case isOneTooMany
  /// The attempt that it was attached to has been reported already.
  case isTooLate

  var text: String {
    switch self {
    case .isTooLarge: "It has more than \(AttachedFile.mostBytes / 1_000_000) MB."
    case .isOneTooMany: "An attempt has at most \(StepAttachments.mostFiles) attachments."
    case .isTooLate: "Attach before collectEvidence(of:) returns."
    }
  }
}
