/// The files that the hook attaches to the failed attempts of one step, from any thread.
final class StepAttachments: Sendable {
  /// As many files of an attempt as a row of the records has room for.
  static let mostFiles = 8

  private struct State {
    /// The attempt that the hook is asked about; nil when it has answered.
    var openAttempt: Int?
    var count = 0
    var paths: [Int: [String]] = [:]
  }

  private let state = Locked(State())
  /// Takes a file to the report of the test, the records and the log, or says there why it is not kept.
  ///
  /// It returns the path of the file beside the records, if it has one there.
  private let keep: @Sendable (AttachedFile, _ attempt: Int, AttachmentRefusal?) -> String?

  init(_ keep: @escaping @Sendable (AttachedFile, _ attempt: Int, AttachmentRefusal?) -> String?) {
    self.keep = keep
  }

  /// The paths of the files of an attempt, beside the records.
  func paths(of attempt: Int) -> [String] { state.withLock { $0.paths[attempt] ?? [] } }

  /// The hook is about to be asked about an attempt.
  func open(_ attempt: Int) {
    state.withLock { ($0.openAttempt, $0.count) = (attempt, 0) }
  }

  /// The hook has answered.
  func close() {
    state.withLock { $0.openAttempt = nil }
  }

  func attach(_ file: AttachedFile, to attempt: Int) {
    let refusal: AttachmentRefusal? = state.withLock { state in
      if state.openAttempt != attempt { return .isTooLate }
      if file.bytes.count > AttachedFile.mostBytes { return .isTooLarge }
      if state.count == Self.mostFiles { return .isOneTooMany }
      state.count += 1
      return nil
    }
    guard let path = keep(file, attempt, refusal), refusal == nil else { return }
    state.withLock { $0.paths[attempt, default: []].append(path) }
  }
}
