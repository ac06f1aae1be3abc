internal import Foundation

/// Writes a line of JSON for each failed attempt and each finished step, to a file of this process in a folder that
/// many processes and machines share; `AUTO_RETRY_REPORT` names it.
struct RecordFile: RetryEventSink {
  private enum State {
    case notOpened
    case open(AppendOnlyFile, rows: Int)
    /// Said so once; the tests go on.
    case failed
  }

  private let directory: String
  private let process: RecordingProcess
  private let timekeeper: Timekeeper
  private let warn: @Sendable (String) -> Void
  private let state = Locked(State.notOpened)

  init(
    directory: String,
    process: RecordingProcess,
    timekeeper: Timekeeper = .live,
    warn: @escaping @Sendable (String) -> Void = StandardStream.error
  ) {
    self.directory = directory
    self.process = process
    self.timekeeper = timekeeper
    self.warn = warn
  }

  /// The path, whether or not the file is there: the first row makes it.
  var path: String { URL(fileURLWithPath: directory).appendingPathComponent(process.fileName).path }

  func receive(_ event: RetryEvent) {
    guard let record = Record(event) else { return }
    state.withLock { state in
      do {
        state = try append(record, in: state)
      } catch {
        warn("warning: \(EnvironmentVariable.report.name): \(path) cannot be written: \(error). No more is recorded.")
        state = .failed
      }
    }
  }

  private func append(_ record: Record, in state: State) throws -> State {
    switch state {
    case .failed:
      return .failed
    case .notOpened:
      try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
      return try append(record, in: .open(AppendOnlyFile(path: path), rows: 0))
    case .open(let file, let rows):
      let line = record.json(rows + 1, by: process, at: timekeeper.now(), since: timekeeper.origin)
      try file.append(line.utf8)
      return .open(file, rows: rows + 1)
    }
  }
}

extension RecordFile {
  static let fromEnvironment: RecordFile? = {
    let directory = EnvironmentVariable.report.value { $0.isEmpty ? nil : $0 }
    return directory.map { RecordFile(directory: $0, process: .current) }
  }()
}
