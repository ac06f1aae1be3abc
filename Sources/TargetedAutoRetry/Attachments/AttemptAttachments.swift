/// The files that are attached to an attempt while its hook runs, from any thread.
final class AttemptAttachments: Sendable {
  /// The maximum number of files: a row of the records has room for so many.
  static let mostFiles = 8

  private struct State {
    var isOpen = true
    var count = 0
    var paths: [String] = []
  }

  private let state = Locked(State())
  /// Adds a file to the report of the test, the records and the log, or reports there why it is not kept.
  ///
  /// It returns the path of the file beside the records, if it is kept there.
  private let keep: @Sendable (AttachedFile, AttachmentRefusal?) -> String?

  init(_ keep: @escaping @Sendable (AttachedFile, AttachmentRefusal?) -> String?) {
    self.keep = keep
  }

  /// The paths of the files beside the records.
  var paths: [String] { state.withLock { $0.paths } }

  func attach(_ file: AttachedFile) {
    let refusal: AttachmentRefusal? = state.withLock { state in
      if !state.isOpen { return .isTooLate }
      if file.bytes.count > AttachedFile.mostBytes { return .isTooLarge }
      if state.count == Self.mostFiles { return .isOneTooMany }
      state.count += 1
      return nil
    }
    if let path = keep(file, refusal) { state.withLock { $0.paths.append(path) } }
  }

  /// Takes no more files: the hook has returned.
  func close() { state.withLock { $0.isOpen = false } }
}

enum AttachmentRefusal: Equatable, Sendable {
  case isTooLarge
  case isOneTooMany
  /// The attempt that it was attached to has been reported already.
  case isTooLate

  var text: String {
    switch self {
    case .isTooLarge: "It has more than \(AttachedFile.mostBytes / 1_000_000) MB."
    case .isOneTooMany: "An attempt has at most \(AttemptAttachments.mostFiles) attachments."
    case .isTooLate: "Attach before collectEvidence(of:) returns."
    }
  }
}
