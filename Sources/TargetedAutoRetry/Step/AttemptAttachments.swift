/// The files that are attached to an attempt while its hook runs, from any thread.
final class AttemptAttachments: Sendable {
  /// The maximum number of files: a row of the records has room for so many.
  static let mostFiles = 8

  private struct State {
    var isOpen = true
    var count = 0
    var paths: [String] = []
    /// The lines that wait for the log to have the attempt itself; nil once it has.
    var lines: [@Sendable () -> Void]? = []
  }

  private let state = Locked(State())
  /// Adds a file to the test's report and the records, unless it is refused; the path is that beside the records.
  private let keep: @Sendable (AttachedFile, _ refusal: String?) -> (path: String?, log: @Sendable () -> Void)

  init(_ keep: @escaping @Sendable (AttachedFile, String?) -> (path: String?, log: @Sendable () -> Void)) {
    self.keep = keep
  }

  var paths: [String] { state.withLock { $0.paths } }

  func attach(_ file: AttachedFile) {
    let refusal: String? = state.withLock { state in
      if !state.isOpen { return "attach before collectEvidence(of:) returns" }
      if file.bytes.count > AttachedFile.mostBytes {
        return "it has more than \(AttachedFile.mostBytes / 1_000_000) MB"
      }
      if state.count == Self.mostFiles { return "an attempt has at most \(Self.mostFiles) attachments" }
      state.count += 1
      return nil
    }
    let (path, log) = keep(file, refusal)
    let isLogged = state.withLock { state in
      if let path { state.paths.append(path) }
      state.lines?.append(log)
      return state.lines == nil
    }
    if isLogged { log() }
  }

  func close() { state.withLock { $0.isOpen = false } }

  func log() {
    let lines = state.withLock { state in
      defer { state.lines = nil }
      return state.lines
    }
    lines?.forEach { $0() }
  }
}
