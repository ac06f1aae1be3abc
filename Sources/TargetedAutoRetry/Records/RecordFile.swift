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
  private let warn: @Sendable (String) -> Void
  private let state: Locked<State>
  private let attachments: Locked<AttachmentFolder>
  /// Whether it was said that attachments are missing.
  private let hasWarnedOfAttachments = Locked(false)
  /// Whether it was said that rows are lost.
  private let hasWarnedOfRows = Locked(false)

  init(
    directory: String,
    process: RecordingProcess,
    timekeeper: Timekeeper = .live,
    mostAttachedBytes: Int = AttachmentFolder.mostBytes,
    warn: @escaping @Sendable (String) -> Void = StandardStream.error
  ) {
    let directory = URL(fileURLWithPath: directory).absoluteURL
    let folder = directory.appendingPathComponent(process.attachmentFolderName)
    self.directory = directory
    state = Locked(.notOpened(process))
    attachments = Locked(AttachmentFolder(folder: folder, mostBytes: mostAttachedBytes))
    self.timekeeper = timekeeper
    self.warn = warn
  }

  func isEnabled(for kind: RetryEvent.Kind) -> Bool { Record.isMade(of: kind) }

  func receive(_ event: RetryEvent) {
    guard let record = Record(event) else { return }
    state.withLock { state in
      do {
        try append(record, to: &state)
      } catch {
        fail(error, &state)
      }
    }
  }

  func store(_ file: AttachedFile, of attempt: Int, in step: StepID) -> String? {
    guard let process = state.withLock({ writer(&$0) }) else { return nil }
    let name = "\(process.name(of: step))-a\(attempt)-\(file.safeName)"
    return attachments.withLock { folder in
      do {
        return try folder.write(file.bytes, named: name, at: timekeeper.now())
      } catch {
        let text = "an attachment in \(directory.path) cannot be written: \(error). Others may be missing too."
        warnOnce(text, hasWarnedOfAttachments)
        return nil
      }
    }
  }

  private func append(_ record: Record, to state: inout State) throws {
    guard case .open(var file, let process, let opener, let rows) = try opened(&state) else { return }
    let line = record.json(rows + 1, by: process, at: timekeeper.now(), since: timekeeper.origin)
    try file.append(line.utf8)
    if file.isDeleted {
      file.close()
      file = try makeFile(of: process)
      try file.append(line.utf8)
      let lost =
        "the records in \(directory.path) were deleted in mid-run, \(rows.counted("row")) of this process among them."
      warnOnce("\(lost) Later rows are in a new file.", hasWarnedOfRows)
    }
    state = .open(file, process, opener: opener, rows: rows + 1)
  }

  /// The process that this one is among those that write.
  private func writer(_ state: inout State) -> RecordingProcess? {
    do {
      guard case .open(_, let process, _, _) = try opened(&state) else { return nil }
      return process
    } catch {
      fail(error, &state)
      return nil
    }
  }

  private func fail(_ error: any Error, _ state: inout State) {
    let path = directory.path
    warn("warning: \(EnvironmentVariable.report.name): \(path) cannot be written: \(error). No more is recorded.")
    state = .failed
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
    .open(try makeFile(of: process), process, opener: getpid(), rows: 0)
  }

  private func makeFile(of process: RecordingProcess) throws -> AppendOnlyFile {
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    return try AppendOnlyFile(path: directory.appendingPathComponent(process.fileName).path)
  }

  private func warnOnce(_ text: String, _ hasWarned: Locked<Bool>) {
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
    self.init(directory: StartDirectory.path(to: directory), process: .current)
  }
}
