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

  init(_ keep: @escaping @Sendable (AttachedFile, _ attempt: Int, AttachmentRefusal?) -> String?) {
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
    guard let path = keep(file, owner.attempt, refusal) else { return }
    state.withLock { $0.paths[owner, default: []].append(path) }
  }
}

/// The attempt of a step that files are attached to.
struct AttachmentOwner: Hashable, Sendable {
  /// 1 for the first attempt.
  let attempt: Int
  /// True for the attempt that made its step recover.
  var hasSucceeded = false
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
