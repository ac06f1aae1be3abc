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

  init(
    directory: String,
    process: RecordingProcess,
    timekeeper: Timekeeper = .live,
    warn: @escaping @Sendable (String) -> Void = StandardStream.error
  ) {
    self.directory = URL(fileURLWithPath: directory).absoluteURL
    state = Locked(.notOpened(process))
    self.timekeeper = timekeeper
    self.warn = warn
  }

  func hears(_ kind: RetryEvent.Kind) -> Bool { Record.isMade(of: kind) }

  func receive(_ event: RetryEvent) {
    guard let record = Record(event) else { return }
    state.withLock { state in
      do {
        state = try append(record, in: state)
      } catch {
        let path = directory.path
        warn("warning: \(EnvironmentVariable.report.name): \(path) cannot be written: \(error). No more is recorded.")
        state = .failed
      }
    }
  }

  private func append(_ record: Record, in state: State) throws -> State {
    switch state {
    case .failed:
      return .failed
    case .notOpened(let process):
      try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
      let file = try AppendOnlyFile(path: directory.appendingPathComponent(process.fileName).path)
      return try append(record, in: .open(file, process, opener: getpid(), rows: 0))
    case .open(_, let process, let opener, _) where opener != getpid():
      // The process that opened the file has forked this one.
      return try append(record, in: .notOpened(process.forked(as: getpid())))
    case .open(let file, let process, let opener, let rows):
      let line = record.json(rows + 1, by: process, at: timekeeper.now(), since: timekeeper.origin)
      try file.append(line.utf8)
      return .open(file, process, opener: opener, rows: rows + 1)
    }
  }
}

extension RecordFile {
  static let fromEnvironment: RecordFile? = {
    let directory = EnvironmentVariable.report.value { $0.isEmpty ? nil : $0 }
    return directory.map { RecordFile(directory: $0, process: .current) }
  }()
}
