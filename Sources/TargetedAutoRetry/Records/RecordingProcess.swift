internal import Foundation

/// The process that writes records, and the run of tests that it belongs to.
final class RecordingProcess: Sendable {
  /// Distinguishes processes, even those with the same id.
  let token = String(UUID().uuidString.lowercased().filter { $0 != "-" }.prefix(12))
  private let id: Int32
  let runID: String
  let shard: String
  let commit: String
  let branch: String
  let device: String
  /// The fields of its rows about the run and the process.
  let run: JSONLine.Fields
  /// The fields of its rows about the machine and the code.
  let machine: JSONLine.Fields

  static let current = RecordingProcess(
    environment: ProcessInfo.processInfo.environment,
    id: ProcessInfo.processInfo.processIdentifier,
    parent: getppid(),
    day: Date()
  )

  /// - Parameters:
  ///   - environment: The variables of the process, including those of the common CI systems.
  ///   - parent: The process that started this one. If no variable names the run, processes with the same parent belong
  ///     to one.
  ///   - system: The system of the process, as its rows name it.
  convenience init(
    environment: [String: String],
    id: Int32,
    parent: Int32,
    day: Date,
    system: String = RecordingProcess.system
  ) {
    func first(_ names: [String]) -> String {
      names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
    }
    let named = first(Self.runs)
    let gitHubAttempt = environment[EnvironmentVariable.runID.name] == nil ? environment["GITHUB_RUN_ATTEMPT"] : nil
    let date = day.formatted(.iso8601.year().month().day().dateSeparator(.omitted))
    self.init(
      id: id,
      runID: named.isEmpty
        ? "local-\(date)-\(parent > 1 ? parent : id)"
        : named + (gitHubAttempt.map { "-\($0)" } ?? ""),
      shard: first(Self.shards),
      commit: first(Self.commits),
      branch: first(Self.branches),
      device: Self.device(first(Self.devices), system, environment["SIMULATOR_RUNTIME_VERSION"] ?? "")
    )
  }

  private init(id: Int32, runID: String, shard: String, commit: String, branch: String, device: String) {
    self.id = id
    self.runID = runID
    self.shard = shard
    self.commit = commit
    self.branch = branch
    self.device = device
    run = JSONLine.Fields { fields in
      fields.add("run_id", runID)
      fields.add("shard", shard)
      fields.add("process_id", Int64(id))
    }
    machine = JSONLine.Fields { fields in
      fields.add("os", Self.system)
      fields.add("os_version", ProcessInfo.processInfo.operatingSystemVersionString)
      fields.add("device", device)
      fields.add("arch", Self.architecture)
      fields.add("commit", commit)
      fields.add("branch", branch)
    }
  }

  /// This run of tests in a forked process.
  func forked(as id: Int32) -> RecordingProcess {
    RecordingProcess(id: id, runID: runID, shard: shard, commit: commit, branch: branch, device: device)
  }

  /// The name of its file, which is safe on any file system.
  var fileName: String { "\(runID.asPathPart(atMost: 64))-\(id)-\(token).jsonl" }

  /// The name of the folder of the run's attachments, beside the file.
  var attachmentFolderName: String { "\(runID.asPathPart(atMost: 32))-attachments" }

  func name(of step: StepID) -> String { "\(token)-s\(step.number)" }

  /// Writes ``name(of:)``.
  func writeName(of step: StepID, to bytes: ByteBuffer) {
    bytes.append(text: token)
    bytes.append("-s")
    bytes.append(Int64(step.number))
  }

  // GitHub Actions, GitLab, Buildkite, CircleCI, Azure Pipelines, Jenkins, Xcode Cloud.
  private static let runs = [
    EnvironmentVariable.runID.name, "GITHUB_RUN_ID", "CI_PIPELINE_ID", "BUILDKITE_BUILD_ID", "CIRCLE_WORKFLOW_ID",
    "BUILD_BUILDID", "BUILD_TAG", "CI_BUILD_ID",
  ]
  private static let shards = [
    EnvironmentVariable.shard.name, "CI_NODE_INDEX", "BUILDKITE_PARALLEL_JOB", "CIRCLE_NODE_INDEX",
    "SYSTEM_JOBPOSITIONINPHASE",
  ]
  private static let commits = [
    "GITHUB_SHA", "CI_COMMIT_SHA", "BUILDKITE_COMMIT", "CIRCLE_SHA1", "BUILD_SOURCEVERSION", "GIT_COMMIT",
    "CI_COMMIT",
  ]
  private static let branches = [
    "GITHUB_HEAD_REF", "GITHUB_REF_NAME", "CI_COMMIT_REF_NAME", "BUILDKITE_BRANCH", "CIRCLE_BRANCH",
    "BUILD_SOURCEBRANCHNAME", "GIT_BRANCH", "CI_BRANCH",
  ]
  private static let devices = ["SIMULATOR_DEVICE_NAME", "SIMULATOR_MODEL_IDENTIFIER"]

  /// The simulator and its system, such as `iPad Pro (11-inch), iOS 18.2`; empty where the environment names none.
  private static func device(_ name: String, _ system: String, _ version: String) -> String {
    // Tests that run in parallel have clones, such as `Clone 2 of iPad Pro (11-inch)`: one device for its flakes.
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
