internal import Foundation
internal import Testing

/// Writes the records of this process to a file of its own, because processes may share the folder.
struct RecordFile: RetryEventSink {
  private struct State {
    /// The number of rows, including those that could not be written.
    var rows = 0
    var openSteps: [StepID: TestIdentity?] = [:]
    var hasBegunSinceEnd = false
    /// Whether the process is ending, while code on other threads may still run.
    var isClosed = false
    var isLastRowMissing = false
  }

  /// The absolute path, because a test may change the working directory.
  private let directory: URL
  private let file: String
  private let process: RecordingProcess
  private let timekeeper: Timekeeper
  private let print: @Sendable (String) -> Void
  private let state = Locked(State())
  /// What is known to be missing, so that each warning is printed once.
  private let missing = Locked<Set<String>>([])

  init(
    directory: String,
    process: RecordingProcess,
    timekeeper: Timekeeper = .live,
    warn: @escaping @Sendable (String) -> Void = StandardStream.error
  ) {
    self.directory = URL(fileURLWithPath: directory).absoluteURL
    file = self.directory.appendingPathComponent(process.fileName).path
    self.process = process
    self.timekeeper = timekeeper
    print = warn
  }

  var path: String { directory.path }

  func receive(_ event: RetryEvent) {
    if event.beginsStep { begin(event) }
    // Outside the lock, because the descriptions of errors are code of users.
    guard let record = Record(event, by: process) else { return }
    state.withLock { state in
      if record.kind != .attempt { state.openSteps[event.id] = nil }
      write(record, &state)
    }
  }

  private func begin(_ event: RetryEvent) {
    let record = Record(beginOf: event, at: timekeeper.now(), by: process)
    state.withLock { state in
      // On Apple platforms, a failed assertion can unwind past open steps, which then never finish. XCTest runs one
      // test at a time, so the steps of earlier tests are no longer open.
      if let test = event.test, test.framework == .xctest {
        state.openSteps = state.openSteps.filter { $0.value?.framework != .xctest || $0.value == test }
      }
      state.openSteps[event.id] = .some(event.test)
      state.hasBegunSinceEnd = true
      write(record, &state)
    }
  }

  // If this row is missing, readers conclude that the process died.
  func end(in step: StepID?, isLast: Bool) {
    state.withLock { state in
      if state.hasBegunSinceEnd {
        let open = state.openSteps.keys.sorted { $0.number < $1.number }
        write(Record(endIn: step, open: open, at: timekeeper.now(), by: process), &state)
      }
      state.hasBegunSinceEnd = false
      state.isClosed = isLast
    }
  }

  private func write(_ record: Record, _ state: inout State) {
    if state.isClosed { return }
    state.rows += 1
    let size = size
    do {
      try append(record.line(state.rows, at: timekeeper.now(), by: process))
      state.isLastRowMissing = false
    } catch {
      // A missing line break at the end tells readers that later rows were lost. Removing it works even on a full disk.
      truncate(file, state.isLastRowMissing ? size : max(size - 1, 0))
      state.isLastRowMissing = true
      warn(ofMissing: "rows", because: error)
    }
  }

  private var size: off_t {
    var status = stat()
    return stat(file, &status) == 0 ? status.st_size : 0
  }

  // Somebody may have deleted the folder. Lost rows show as gaps in `seq`.
  private func append(_ line: Data) throws {
    do {
      try openFile().write(contentsOf: line)
    } catch let error as POSIXError where [.ENOENT, .ENOTDIR].contains(error.code) {
      try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
      try openFile().write(contentsOf: line)
    }
  }

  // For each row, because a test may close a descriptor that it does not own, which the next open file would reuse.
  private func openFile() throws -> FileHandle {
    let descriptor = open(file, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  /// Returns the path of the file, relative to the records; `nil` if it cannot be written.
  func store(_ file: AttachedFile, of attempt: Int, in step: StepID) -> String? {
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
    guard let directory = variables.value(of: .report, parse: { $0 }) else { return nil }
    // `PWD` is the user's directory, even if a tool has changed the working directory since.
    let start = ProcessInfo.processInfo.environment["PWD"] ?? FileManager.default.currentDirectoryPath
    let folder = URL(fileURLWithPath: directory, relativeTo: URL(fileURLWithPath: start, isDirectory: true))
    self.init(directory: folder.path, process: .current)
  }
}

struct RecordingProcess: Sendable {
  let processID: Int32
  // Distinguishes processes that have the same id.
  let token = String(UUID().uuidString.lowercased().filter { $0 != "-" }.prefix(12))
  /// The start of the clock that instants refer to, in milliseconds of Unix time.
  private let origin: Int64
  let runID: String
  let shard: String
  let commit: String
  let branch: String
  let device: String
  let systemVersion = ProcessInfo.processInfo.operatingSystemVersionString.inRow

  static let current = RecordingProcess(
    environment: ProcessInfo.processInfo.environment,
    id: ProcessInfo.processInfo.processIdentifier,
    // The child of an exit test belongs to the run of its parent.
    parent: Test.isInExitTest ? parent(of: getppid()) : getppid(),
    origin: Timekeeper.live.origin
  )

  #if os(macOS)
    private static func parent(of process: Int32) -> Int32 {
      var (info, size) = (kinfo_proc(), MemoryLayout<kinfo_proc>.stride)
      var name = [CTL_KERN, KERN_PROC, KERN_PROC_PID, process]
      return sysctl(&name, UInt32(name.count), &info, &size, nil, 0) == 0 ? info.kp_eproc.e_ppid : process
    }
  #else
    private static func parent(of process: Int32) -> Int32 {
      // Such as `12 (a name) S 11 …`.
      let status = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)) ?? ""
      return status.split(separator: ")").last?.split(separator: " ").dropFirst().first.flatMap { Int32($0) } ?? process
    }
  #endif

  // If no variable names the run, processes with the same parent belong to one run.
  init(environment: [String: String], id: Int32, parent: Int32, origin: Date, system: String = Self.system) {
    let environment = environment.filter { !$0.value.isEmpty }
    func first(_ names: [String]) -> String { names.lazy.compactMap { environment[$0] }.first?.inRow ?? "" }
    let named = first(Self.runs)
    let gitHubAttempt = environment[EnvironmentVariable.runID.name] == nil ? environment["GITHUB_RUN_ATTEMPT"] : nil
    let day = origin.formatted(.iso8601.year().month().day().dateSeparator(.omitted))
    processID = id
    self.origin = Int64((origin.timeIntervalSince1970 * 1_000).rounded())
    runID =
      named.isEmpty ? "local-\(day)-\(parent > 1 ? parent : id)" : named + (gitHubAttempt.map { "-\($0)" } ?? "")
    shard = first(Self.shards)
    commit = first(Self.commits)
    branch = first(Self.branches)
    device = Self.device(first(Self.devices), system, environment["SIMULATOR_RUNTIME_VERSION"] ?? "")
  }

  var fileName: String { "\(runID.asPathPart(atMost: 64))-\(processID)-\(token).jsonl" }

  var attachmentFolderName: String { "\(runID.asPathPart(atMost: 32))-attachments" }

  func name(of step: StepID) -> String { "\(token)-s\(step.number)" }

  func time(at instant: Duration) -> Int64 { origin + min(instant.milliseconds, .max - origin) }

  // GitHub Actions, GitLab, Buildkite, CircleCI, Azure Pipelines, Jenkins, Xcode Cloud, Bitrise.
  private static let runs = [
    EnvironmentVariable.runID.name, "GITHUB_RUN_ID", "CI_PIPELINE_ID", "BUILDKITE_BUILD_ID", "CIRCLE_WORKFLOW_ID",
    "BUILD_BUILDID", "BUILD_TAG", "CI_BUILD_ID", "BITRISE_BUILD_SLUG",
  ]
  private static let shards = [
    EnvironmentVariable.shard.name, "CI_NODE_INDEX", "BUILDKITE_PARALLEL_JOB", "CIRCLE_NODE_INDEX",
    "SYSTEM_JOBPOSITIONINPHASE",
  ]
  private static let commits = [
    "GITHUB_SHA", "CI_COMMIT_SHA", "BUILDKITE_COMMIT", "CIRCLE_SHA1", "BUILD_SOURCEVERSION", "GIT_COMMIT",
    "CI_COMMIT", "BITRISE_GIT_COMMIT", "GIT_CLONE_COMMIT_HASH",
  ]
  private static let branches = [
    "GITHUB_HEAD_REF", "GITHUB_REF_NAME", "CI_COMMIT_REF_NAME", "BUILDKITE_BRANCH", "CIRCLE_BRANCH",
    "BUILD_SOURCEBRANCHNAME", "GIT_BRANCH", "CI_BRANCH", "BITRISE_GIT_BRANCH",
  ]
  private static let devices = ["SIMULATOR_DEVICE_NAME", "SIMULATOR_MODEL_IDENTIFIER"]

  private static func device(_ name: String, _ system: String, _ version: String) -> String {
    // Parallel tests run on clones, such as `Clone 2 of iPad Pro (11-inch)`, which count as the same device.
    let device = name.replacing(#/^Clone \d+ of /#, with: "")
    if device.isEmpty || version.isEmpty { return device }
    let name = ["ios": "iOS", "tvos": "tvOS", "visionos": "visionOS"][system]
    return "\(device), \(name.map { "\($0) " } ?? "")\(version)"
  }
}

extension RecordingProcess {
  #if os(Linux)
    static let system = "linux"
  #elseif os(macOS)
    static let system = "macos"
  #elseif os(iOS)
    static let system = "ios"
  #elseif os(tvOS)
    static let system = "tvos"
  #elseif os(visionOS)
    static let system = "visionos"
  #else
    static let system = "other"
  #endif

  #if arch(x86_64)
    static let architecture = "x86_64"
  #elseif arch(arm64)
    static let architecture = "arm64"
  #else
    static let architecture = "other"
  #endif
}
