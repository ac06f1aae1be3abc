// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The properties of keys are spelled as the keys.

internal import Foundation
internal import Testing

/// The process that records.
struct RecordingProcess: Sendable {
  /// What all its rows have in common.
  let keys: ProcessKeys
  // Distinguishes processes that have the same id.
  let token = String(UUID().uuidString.lowercased().filter { $0 != "-" }.prefix(12))
  /// The start of the clock that instants refer to, in milliseconds of Unix time.
  private let origin: Int64
  // Encoded once, because each key of a row is expensive.
  let json: Result<Data, any Error>
  let jsonOfBegin: Result<Data, any Error>

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
    let runID =
      named.isEmpty
      ? "local-\(day)-\(parent > 1 ? parent : id)" : (named + (gitHubAttempt.map { "-\($0)" } ?? "")).inRow
    self.init(
      ProcessKeys(
        process_id: id,
        run_id: runID,
        shard: first(Self.shards),
        commit: first(Self.commits),
        branch: first(Self.branches),
        device: Self.device(first(Self.devices), system, environment["SIMULATOR_RUNTIME_VERSION"] ?? "").inRow
      ),
      origin: Int64((origin.timeIntervalSince1970 * 1_000).rounded())
    )
  }

  private init(_ keys: ProcessKeys, origin: Int64) {
    self.keys = keys
    self.origin = origin
    json = Result { try JSONEncoder.ofRows.encode(keys) }
    jsonOfBegin = Result { try JSONEncoder.ofRows.encode(ProcessKeysOfBegin(keys)) }
  }

  var fileName: String { "\(keys.run_id.asPathPart(atMost: 64))-\(keys.process_id)-\(token).jsonl" }

  /// The process that `fork` made of this one, in the same run.
  func forked(as id: Int32) -> RecordingProcess {
    var keys = keys
    keys.process_id = id
    return RecordingProcess(keys, origin: origin)
  }

  var attachmentFolderName: String { "\(keys.run_id.asPathPart(atMost: 32))-attachments" }

  func name(of step: StepID) -> String { "\(token)-s\(step.number)" }

  func time(at instant: Duration) -> Int64 { origin + min(instant.milliseconds, .max - origin) }

  // In this order: GitHub Actions, GitLab, Buildkite, CircleCI, Azure Pipelines, Jenkins, Xcode Cloud, Bitrise.
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

/// The keys of a process in rows that have every key.
struct ProcessKeys: Encodable, Sendable {
  let v = 1
  var process_id: Int32
  let run_id: String
  let shard: String
  let commit: String
  let branch: String
  let device: String
  let os = RecordingProcess.system
  let os_version = ProcessInfo.processInfo.operatingSystemVersionString.inRow
  let arch = RecordingProcess.architecture
}

/// The keys of a process in the row of a step that begins.
private struct ProcessKeysOfBegin: Encodable {
  let v: Int
  let run_id: String
  let shard: String?
  let os: String
  let arch: String

  init(_ keys: ProcessKeys) {
    (v, run_id, os, arch) = (keys.v, keys.run_id, keys.os, keys.arch)
    shard = keys.shard.isEmpty ? nil : keys.shard
  }
}
