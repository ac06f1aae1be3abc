internal import Foundation

/// Writes the records of this process to a file of its own, as many processes may share the folder `AUTO_RETRY_REPORT`.
struct RecordFile: RetryEventSink {
  private struct State {
    /// The number of rows, with those that could not be written.
    var rows = 0
    /// The event that began the first step; nil if none has begun, or none since the tests were over.
    var first: RetryEvent?
  }

  /// The absolute path, because a test may change the working directory.
  private let directory: URL
  private let file: AppendOnlyFile
  private let process: RecordingProcess
  private let timekeeper: Timekeeper
  private let warn: @Sendable (String) -> Void
  private let state = Locked(State())
  private let failureWarning = Once()
  private let attachmentWarning = Once()

  init(
    directory: String,
    process: RecordingProcess,
    timekeeper: Timekeeper = .live,
    warn: @escaping @Sendable (String) -> Void = StandardStream.error
  ) {
    self.directory = URL(fileURLWithPath: directory).absoluteURL
    file = AppendOnlyFile(path: self.directory.appendingPathComponent(process.fileName).path)
    self.process = process
    self.timekeeper = timekeeper
    self.warn = warn
  }

  func receive(_ event: RetryEvent) {
    // On Apple platforms a runner of Swift Testing may be killed when its tests are over.
    if event.beginsStep, RecordingProcess.system == "linux" || event.test?.framework == .xctest {
      state.withLock { state in
        if state.first != nil { return }
        state.first = event
        write(Record(.begin, 1, since: timekeeper.now(), in: event, by: process), &state)
      }
    }
    // Descriptions of errors are code of users, which runs outside of the lock.
    if let record = Record(event, by: process) { state.withLock { write(record, &$0) } }
  }

  /// Notes that the process has come to its end; without this row it died.
  func end() {
    state.withLock { state in
      guard let first = state.first else { return }
      state.first = nil
      write(Record(.end, 1, since: timekeeper.now(), in: first, by: process), &state)
    }
  }

  private func write(_ record: Record, _ state: inout State) {
    state.rows += 1
    do {
      // Somebody may have deleted the folder; the rows that were lost are missing numbers of `seq`.
      try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
      try file.append(record.line(state.rows, at: timekeeper.now(), by: process))
    } catch {
      warn(failureWarning, "\(directory.path) cannot be written, so rows are missing: \(systemReason(error))")
    }
  }

  func store(_ file: AttachedFile, of attempt: Int, in step: StepID) -> String? {
    let name = "\(process.name(of: step))-a\(attempt)-\(file.safeName)"
    do {
      return try write(file, named: name, in: process.attachmentFolderName)
    } catch {
      let text = "\(directory.path) cannot be written, so attachments are missing: \(systemReason(error))"
      warn(attachmentWarning, text)
      return nil
    }
  }

  /// - Returns: The path of the new file, relative to the folder of the records.
  private func write(_ attachment: AttachedFile, named name: String, in folderName: String) throws -> String {
    let folder = directory.appendingPathComponent(folderName)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for number in 1...AttemptAttachments.mostFiles {
      let numbered = number == 1 ? name : "\(number)-\(name)"
      do {
        try Data(attachment.bytes).write(to: folder.appendingPathComponent(numbered), options: .withoutOverwriting)
        return "\(folderName)/\(numbered)"
      } catch CocoaError.fileWriteFileExists {
        // Two attachments of an attempt may have the same name.
      }
    }
    throw CocoaError(.fileWriteFileExists)
  }

  private func warn(_ once: Once, _ text: String) {
    if once.claim() { warn("warning: \(EnvironmentVariable.report.name): \(text)") }
  }
}

/// The system's reason, which an error of Foundation has inside.
private func systemReason(_ error: any Error) -> String {
  let inner = (error as NSError).userInfo[NSUnderlyingErrorKey] as? any Error
  return inner.map { AppendOnlyFile.Failure(code: Int32(($0 as NSError).code)).description } ?? error.text
}

extension RecordFile {
  init?(_ variables: inout SteeringVariables) {
    guard let directory = variables.value(of: .report, parse: { $0 }) else { return nil }
    // A shell sets `PWD`, and tools that change the directory for their own purposes leave the variable alone.
    let start = ProcessInfo.processInfo.environment["PWD"] ?? FileManager.default.currentDirectoryPath
    let folder = URL(fileURLWithPath: directory, relativeTo: URL(fileURLWithPath: start, isDirectory: true))
    self.init(directory: folder.path, process: .current)
  }
}
