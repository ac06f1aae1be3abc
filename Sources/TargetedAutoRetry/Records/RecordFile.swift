internal import Foundation

/// Writes the records of this process, a line of JSON each, to a file of its own in the folder `AUTO_RETRY_REPORT`.
///
/// Many processes and machines may share the folder.
struct RecordFile: RetryEventSink {
  private enum State {
    case notOpened(RecordingProcess)
    case open(OpenFile)
    /// The failure was reported once, and the tests go on.
    case failed
  }

  private struct OpenFile {
    let file: AppendOnlyFile
    let writer: RecordWriter
    /// The id of the process that opened the file.
    let opener = getpid()
  }

  /// The absolute path, because a test may change the working directory.
  private let directory: URL
  private let timekeeper: Timekeeper
  private let warn: @Sendable (String) -> Void
  private let state: Locked<State>
  private let attachments: Locked<AttachmentFolder>
  private let attachmentWarning = Once()
  private let rowWarning = Once()

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
        if attachmentWarning.claim() { warnOfReport(text) }
        return nil
      }
    }
  }

  private func append(_ record: Record, to state: inout State) throws {
    guard let (file, writer) = try opened(&state).map({ ($0.file, $0.writer) }) else { return }
    writer.write(record, at: timekeeper.now())
    try writer.bytes.withContents { try file.append($0) }
    guard file.isDeleted else { return }
    file.close()
    let new = try makeFile(of: writer.process)
    state = .open(OpenFile(file: new, writer: writer))
    try writer.bytes.withContents { try new.append($0) }
    if rowWarning.claim() {
      let lost = (writer.rows - 1).counted("row")
      warnOfReport(
        "the records in \(directory.path) were deleted in mid-run, \(lost) of this process among them. Later rows are in a "
          + "new file."
      )
    }
  }

  /// The process, as the folder knows it.
  private func writer(_ state: inout State) -> RecordingProcess? {
    do {
      return try opened(&state)?.writer.process
    } catch {
      fail(error, &state)
      return nil
    }
  }

  private func fail(_ error: any Error, _ state: inout State) {
    warnOfReport("\(directory.path) cannot be written: \(error). No more is recorded.")
    state = .failed
  }

  /// The file of this process, made at its first record; nil if it cannot be written.
  private func opened(_ state: inout State) throws -> OpenFile? {
    let process: RecordingProcess
    switch state {
    case .failed: return nil
    case .open(let open) where open.opener == getpid(): return open
    case .notOpened(let new): process = new
    // This process is a fork of the one that opened the file.
    case .open(let open): process = open.writer.process.forked(as: getpid())
    }
    let open = OpenFile(file: try makeFile(of: process), writer: RecordWriter(process, origin: timekeeper.origin))
    state = .open(open)
    return open
  }

  private func makeFile(of process: RecordingProcess) throws -> AppendOnlyFile {
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    return try AppendOnlyFile(path: directory.appendingPathComponent(process.fileName).path)
  }

  private func warnOfReport(_ text: String) {
    warn("warning: \(EnvironmentVariable.report.name): \(text)")
  }
}

extension RecordFile {
  /// Nil if the run is not recorded.
  init?(_ variables: inout SteeringVariables) {
    guard let directory = variables.value(of: .report, parse: { $0 }) else { return nil }
    self.init(directory: StartDirectory.path(to: directory), process: .current)
  }
}
