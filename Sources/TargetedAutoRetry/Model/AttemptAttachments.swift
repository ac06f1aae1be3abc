/// What is attached to one failed attempt, from whichever thread, for as long as the hook runs.
final class AttemptAttachments: Sendable {
  /// As many as a row of the records has room for.
  static let mostFiles = 8

  private struct State {
    var isOpen = true
    var count = 0
    var paths: [String] = []
  }

  private let state = Locked(State())
  private let keep: @Sendable (AttachedFile) -> String?
  private let refuse: @Sendable (AttachedFile, AttachmentRefusal) -> Void

  /// - Parameters:
  ///   - keep: Keeps a file; answers with its path beside the records, if it has one there.
  ///   - refuse: Hears of a file that is not kept, and why.
  init(
    keep: @escaping @Sendable (AttachedFile) -> String?,
    refuse: @escaping @Sendable (AttachedFile, AttachmentRefusal) -> Void
  ) {
    self.keep = keep
    self.refuse = refuse
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
    if let refusal { return refuse(file, refusal) }
    guard let path = keep(file) else { return }
    state.withLock { $0.paths.append(path) }
  }

  func close() {
    state.withLock { $0.isOpen = false }
  }
}
