internal import Foundation

/// Writes a line of JSON for each failed attempt and each finished step, to a file of this process in a folder that
/// many processes and machines share; `AUTO_RETRY_REPORT` names it.
struct RecordFile: RetryEventSink {
  private enum State {
    case notOpened(RecordingProcess)
    case open(AppendOnlyFile, RecordingProcess, opener: Int32, rows: Int)
    /// Said so once; the tests go on.
    case failed
  }

  /// Absolute: a test may change the working directory.
  private let directory: URL
  private let timekeeper: Timekeeper
  private let mostAttachedBytes: Int
  private let warn: @Sendable (String) -> Void
  private let state: Locked<State>
  /// Whether it was said that attachments are missing.
  private let hasWarned = Locked(false)

  init(
    directory: String,
    process: RecordingProcess,
    timekeeper: Timekeeper = .live,
    mostAttachedBytes: Int = AttachmentFolder.mostBytes,
    warn: @escaping @Sendable (String) -> Void = StandardStream.error
  ) {
    self.directory = URL(fileURLWithPath: directory).absoluteURL
    state = Locked(.notOpened(process))
    self.timekeeper = timekeeper
    self.mostAttachedBytes = mostAttachedBytes
    self.warn = warn
  }

  func hears(_ kind: RetryEvent.Kind) -> Bool { Record.isMade(of: kind) }

  func receive(_ event: RetryEvent) {
    guard let record = Record(event) else { return }
    state.withLock { state in
      do {
        try append(record, to: &state)
      } catch {
        let path = directory.path
        warn("warning: \(EnvironmentVariable.report.name): \(path) cannot be written: \(error). No more is recorded.")
        state = .failed
      }
    }
  }

  func keep(_ file: AttachedFile, of attempt: Attempt, in step: StepID) -> String? {
    state.withLock { state in
      do {
        guard case .open(_, let process, _, _) = try opened(&state) else { return nil }
        let path = directory.appendingPathComponent(process.attachmentFolderName)
        let folder = AttachmentFolder(folder: path, mostBytes: mostAttachedBytes)
        let name = "\(process.name(of: step))-a\(attempt.number)-\(file.safeName)"
        return try folder.write(file.bytes, named: name)
      } catch {
        warnOnce("an attachment in \(directory.path) cannot be written: \(error). Others may be missing too.")
        return nil
      }
    }
  }

  private func append(_ record: Record, to state: inout State) throws {
    guard case .open(let file, let process, let opener, let rows) = try opened(&state) else { return }
    let line = record.json(rows + 1, by: process, at: timekeeper.now(), since: timekeeper.origin)
    try file.append(line.utf8)
    state = .open(file, process, opener: opener, rows: rows + 1)
  }

  /// The file of this process, made at its first record.
  private func opened(_ state: inout State) throws -> State {
    switch state {
    case .failed: break
    case .notOpened(let process): state = try open(process)
    // The process that opened the file has forked this one.
    case .open(_, let process, let opener, _) where opener != getpid():
      state = try open(process.forked(as: getpid()))
    case .open: break
    }
    return state
  }

  private func open(_ process: RecordingProcess) throws -> State {
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    let file = try AppendOnlyFile(path: directory.appendingPathComponent(process.fileName).path)
    return .open(file, process, opener: getpid(), rows: 0)
  }

  private func warnOnce(_ text: String) {
    let isNew = hasWarned.withLock { hasWarned in
      defer { hasWarned = true }
      return !hasWarned
    }
    if isNew { warn("warning: \(EnvironmentVariable.report.name): \(text)") }
  }
}

extension RecordFile {
  /// Nil where the run is not recorded.
  init?(_ variables: inout SteeringVariables) {
    guard let directory = variables.value(of: .report, parse: { $0.isEmpty ? nil : $0 }) else { return nil }
    self.init(directory: directory, process: .current)
  }
}
