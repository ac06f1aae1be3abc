internal import Foundation

/// Writes the records of this process to a file of its own, because processes may share the folder.
struct RecordFile: RetryEventSink {
  private struct State {
    let process: RecordingProcess
    let file: String
    /// The number of rows, including those that could not be written.
    var rows = 0
    var hasWritten = false
    var openSteps: [StepID: TestIdentity?] = [:]
    var hasBegunSinceEnd = false
    /// Whether the process is ending, while code on other threads may still run.
    var isClosed = false
    var isLastRowMissing = false
    /// The system's id of the process, which `fork` changes.
    let id = getpid()

    init(_ process: RecordingProcess, in directory: URL) {
      self.process = process
      file = directory.appendingPathComponent(process.fileName).path
    }
  }

  /// The absolute path, because a test may change the working directory.
  private let directory: URL
  private let timekeeper: Timekeeper
  private let print: @Sendable (String) -> Void
  private let state: Locked<State>
  /// What is known to be missing, so that each warning is printed once.
  private let missing = Locked<Set<String>>([])

  init(
    directory: String,
    process: RecordingProcess,
    timekeeper: Timekeeper = .live,
    warn: @escaping @Sendable (String) -> Void = StandardStream.error.write
  ) {
    self.directory = URL(fileURLWithPath: directory).absoluteURL
    state = Locked(State(process, in: self.directory))
    self.timekeeper = timekeeper
    print = warn
  }

  var command: String? {
    state.withLock { $0.hasWritten } ? "swift package retry-report \"\(directory.path)\"" : nil
  }

  /// A forked process is another one: readers would take its rows, or those of its parent, for duplicates.
  private var process: RecordingProcess {
    state.withLock { state in
      let id = getpid()
      if id != state.id { state = State(state.process.forked(as: id), in: directory) }
      return state.process
    }
  }

  func receive(_ event: RetryEvent) {
    let process = process
    if event.beginsStep { begin(event, by: process) }
    // Outside the lock, because user code may describe the errors.
    guard var row = StepRow(event, by: process) else { return }
    state.withLock { state in
      if row.keys.kind != .attempt { state.openSteps[event.id] = nil }
      row.keys.ts_ms = process.time(at: timekeeper.now())
      write(row, &state)
    }
  }

  private func begin(_ event: RetryEvent, by process: RecordingProcess) {
    let row = BeginRow(event, at: timekeeper.now(), by: process)
    state.withLock { state in
      // On Apple platforms, a failed assertion can unwind past open steps, which then never finish. XCTest runs one
      // test at a time, so the steps of earlier tests are no longer open.
      if let test = event.test, test.framework == .xctest {
        state.openSteps = state.openSteps.filter { $0.value?.framework != .xctest || $0.value == test }
      }
      state.openSteps[event.id] = .some(event.test)
      state.hasBegunSinceEnd = true
      write(row, &state)
    }
  }

  // If this row is missing, readers conclude that the process died.
  func end(in step: StepID?, isLast: Bool) {
    let process = process
    state.withLock { state in
      if state.hasBegunSinceEnd {
        let open = state.openSteps.keys.sorted { $0.number < $1.number }
        write(EndRow(in: step, open: open, at: timekeeper.now(), by: process), &state)
      }
      state.hasBegunSinceEnd = false
      state.isClosed = isLast
    }
  }

  private func write(_ row: consuming some RecordRow, _ state: inout State) {
    if state.isClosed { return }
    state.rows += 1
    row.seq = state.rows
    let size = size(of: state.file)
    do {
      try append(row.line(by: state.process), to: state.file)
      (state.hasWritten, state.isLastRowMissing) = (true, false)
    } catch {
      // A missing line break at the end tells readers that later rows were lost. Removing it works even on a full disk.
      truncate(state.file, state.isLastRowMissing ? size : max(size - 1, 0))
      state.isLastRowMissing = true
      warn(ofMissing: "rows", because: error)
    }
  }

  private func size(of file: String) -> off_t {
    var status = stat()
    return stat(file, &status) == 0 ? status.st_size : 0
  }

  // Somebody may have deleted the folder. Lost rows show as gaps in `seq`.
  private func append(_ line: Data, to file: String) throws {
    do {
      try open(file).write(contentsOf: line)
    } catch let error as POSIXError where [.ENOENT, .ENOTDIR].contains(error.code) {
      try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
      try open(file).write(contentsOf: line)
    }
  }

  // For each row, because a test may close a descriptor that it does not own, which the next open file would reuse.
  private func open(_ file: String) throws -> FileHandle {
    let descriptor = Foundation.open(file, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  /// Returns the path relative to the records; `nil` if the file cannot be written.
  func store(_ file: AttachedFile, of attempt: Int, in step: StepID) -> String? {
    let process = process
    let name = "\(process.name(of: step))-a\(attempt)-\(file.safeName)"
    do {
      return try write(file, named: name, in: process.attachmentFolderName)
    } catch {
      warn(ofMissing: "attachments", because: error)
      return nil
    }
  }

  private func write(_ attachment: AttachedFile, named name: String, in folderName: String) throws -> String {
    let folder = directory.appendingPathComponent(folderName)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for number in 1... {
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

  private func warn(ofMissing content: String, because error: any Error) {
    guard missing.withLock({ $0.insert(content).inserted }) else { return }
    // Foundation wraps the system's reason in an error of its own.
    let inner = (error as NSError).userInfo[NSUnderlyingErrorKey] as? any Error ?? error
    let system = inner as NSError
    let isOfSystem = system.domain == NSPOSIXErrorDomain
    let reason = isOfSystem ? String(cString: strerror(Int32(system.code))) : error.text
    let text = "\(directory.path) cannot be written, so \(content) are missing: \(reason)"
    print("warning: \(EnvironmentVariable.report.name): \(text)")
  }
}

extension RecordFile {
  init?(_ variables: inout SteeringVariables) {
    guard let directory = variables.value(of: .report, parse: Self.directory) else { return nil }
    self.init(directory: directory, process: .current)
  }

  /// - Returns: The path of the folder, which may not exist yet; `nil` if a file has this path.
  private static func directory(_ path: String) -> String? {
    // `PWD` is the user's directory, even if a tool has changed the working directory since.
    let start = ProcessInfo.processInfo.environment["PWD"] ?? FileManager.default.currentDirectoryPath
    let folder = URL(fileURLWithPath: path, relativeTo: URL(fileURLWithPath: start, isDirectory: true)).path
    var isFolder: ObjCBool = false
    let exists = FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder)
    return exists && !isFolder.boolValue ? nil : folder
  }
}
