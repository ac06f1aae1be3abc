import Foundation
import Testing

@testable import TargetedAutoRetry

extension RecordingProcess {
  static func sample(_ environment: [String: String] = ["AUTO_RETRY_RUN_ID": "nightly"]) -> RecordingProcess {
    RecordingProcess(environment: environment, id: 17, parent: 4, origin: Date(timeIntervalSince1970: 1_700_000_000))
  }
}

@Suite struct RecordingProcessTests {
  @Test(
    arguments: [
      ([:], "local-20231114-4", "", "", ""),
      (
        ["AUTO_RETRY_RUN_ID": "", "GITHUB_RUN_ID": "88", "GITHUB_RUN_ATTEMPT": "2", "GITHUB_SHA": "0de3"], "88-2", "",
        "0de3", ""
      ),
      (["GITHUB_REF_NAME": "17/merge", "GITHUB_HEAD_REF": "map"], "local-20231114-4", "", "", "map"),
      (["GITHUB_REF_NAME": "main", "GITHUB_HEAD_REF": ""], "local-20231114-4", "", "", "main"),
      (
        ["CI_PIPELINE_ID": "9", "CI_NODE_INDEX": "3", "CI_COMMIT_SHA": "a", "CI_COMMIT_REF_NAME": "b"], "9", "3", "a",
        "b"
      ),
      (["BUILDKITE_BUILD_ID": "x", "BUILDKITE_PARALLEL_JOB": "0"], "x", "0", "", ""),
      (["BITRISE_BUILD_SLUG": "7f", "BITRISE_GIT_COMMIT": "a", "BITRISE_GIT_BRANCH": "b"], "7f", "", "a", "b"),
      (
        ["AUTO_RETRY_RUN_ID": "mine", "GITHUB_RUN_ID": "88", "GITHUB_RUN_ATTEMPT": "2", "AUTO_RETRY_SHARD": "ios"],
        "mine", "ios", "", ""
      ),
    ] as [([String: String], String, String, String, String)]
  )
  func `it is named by the CI system`(
    environment: [String: String],
    runID: String,
    shard: String,
    commit: String,
    branch: String
  ) {
    let process = RecordingProcess.sample(environment)
    #expect(
      [process.keys.run_id, process.keys.shard, process.keys.commit, process.keys.branch] == [
        runID, shard, commit, branch,
      ]
    )
  }

  @Test(
    arguments: [
      ([:], "ios", ""), (["SIMULATOR_RUNTIME_VERSION": "18.2"], "ios", ""),
      (
        ["SIMULATOR_DEVICE_NAME": "iPad Pro (11-inch)", "SIMULATOR_RUNTIME_VERSION": "18.2"], "ios",
        "iPad Pro (11-inch), iOS 18.2"
      ),
      (
        [
          "SIMULATOR_DEVICE_NAME": "Clone 2 of iPhone 17", "SIMULATOR_MODEL_IDENTIFIER": "iPhone18,3",
          "SIMULATOR_RUNTIME_VERSION": "26.0",
        ], "ios", "iPhone 17, iOS 26.0"
      ),
      (["SIMULATOR_MODEL_IDENTIFIER": "iPad14,3", "SIMULATOR_RUNTIME_VERSION": "18.2"], "ios", "iPad14,3, iOS 18.2"),
      (["SIMULATOR_DEVICE_NAME": "My \"Clone 3 of\" phone"], "ios", "My \"Clone 3 of\" phone"),
      (["SIMULATOR_DEVICE_NAME": "Watch", "SIMULATOR_RUNTIME_VERSION": "11"], "other", "Watch, 11"),
    ] as [([String: String], String, String)]
  )
  func `its rows name the simulator and its system`(environment: [String: String], system: String, device: String)
    throws
  {
    let origin = Date(timeIntervalSince1970: 0)
    let process = RecordingProcess(environment: environment, id: 17, parent: 1, origin: origin, system: system)
    #expect(process.keys.device == device)
    let bench = Workbench()
    bench.run { bench.step() }
    #expect(try bench.rows(by: process).map { $0["device"] } == [device])
  }

  @Test func `its file has a name that every file system takes`() {
    let process = RecordingProcess.sample(["AUTO_RETRY_RUN_ID": "a/b:c\u{0} é"])
    #expect(process.fileName == "a_b_c__é-c4ad48a7d0fe-17-\(process.token).jsonl")
    #expect(process.token.wholeMatch(of: /[0-9a-f]{12}/) != nil)
  }

  @Test(
    arguments: [
      ("nightly", "nightly", "nightly"), ("a_b", "a_b", "a_b"), ("a/b", "a_b-2f6b373bc493", "a_b-2f6b373bc493"),
      ("a:b", "a_b-d98f650f196d", "a_b-d98f650f196d"), ("..", "_-#", "_-#"), ("../a", "__a-#", "__a-#"),
      (.long(32), .long(32), .long(32)),
      (.long(64), .long(64), .long(19) + "-e919127c5376"),
      (.long(99) + "1", .long(51) + "-0be20fe8007f", .long(19) + "-0be20fe8007f"),
      (.long(99) + "2", .long(51) + "-10f49474aec1", .long(19) + "-10f49474aec1"),
    ]
  )
  func `the records file is named after its run`(run: String, file: String, folder: String) {
    let process = RecordingProcess.sample(["AUTO_RETRY_RUN_ID": run])
    let hashed = [file, folder].map { $0.replacing("#", with: run.stableHash) }
    #expect(process.fileName == "\(hashed[0])-17-\(process.token).jsonl")
    #expect(process.attachmentFolderName == "\(hashed[1])-attachments")
  }

  @Test func `without a parent that is alive each process is a run`() {
    let process = RecordingProcess(environment: [:], id: 17, parent: 1, origin: Date(timeIntervalSince1970: 0))
    #expect(process.keys.run_id == "local-19700101-17")
  }
}

extension String {
  /// The name of a run with that number of characters.
  fileprivate static func long(_ count: Int) -> String { String(repeating: "x", count: count) }
}
