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
  private let attempt: Attempt
  private let keeper: any AttachmentKeeper

  init(of attempt: Attempt, keeper: any AttachmentKeeper) {
    self.attempt = attempt
    self.keeper = keeper
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
    if let refusal { return keeper.refuse(file, of: attempt, refusal) }
    guard let path = keeper.keep(file, of: attempt) else { return }
    state.withLock { $0.paths.append(path) }
  }

  func close() {
    state.withLock { $0.isOpen = false }
  }
}
