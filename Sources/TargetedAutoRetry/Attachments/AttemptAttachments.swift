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
  /// Adds a file to the test's report, the records and the log, or says why not; the path is that beside the records.
  private let keep: @Sendable (AttachedFile, _ refusal: String?) -> String?

  init(_ keep: @escaping @Sendable (AttachedFile, _ refusal: String?) -> String?) {
    self.keep = keep
  }

  var paths: [String] { state.withLock { $0.paths } }

  func attach(_ file: AttachedFile) {
    let refusal: String? = state.withLock { state in
      if !state.isOpen { return "Attach before collectEvidence(of:) returns." }
      if file.bytes.count > AttachedFile.mostBytes {
        return "It has more than \(AttachedFile.mostBytes / 1_000_000) MB."
      }
      if state.count == Self.mostFiles { return "An attempt has at most \(Self.mostFiles) attachments." }
      state.count += 1
      return nil
    }
    if let path = keep(file, refusal) { state.withLock { $0.paths.append(path) } }
  }

  func close() { state.withLock { $0.isOpen = false } }
}
