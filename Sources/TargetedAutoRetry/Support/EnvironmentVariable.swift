/// A variable that steers a run without a change of code.
struct EnvironmentVariable {
  let name: String
  /// What its values may be, for the failure about one that is not.
  let accepted: String

  static let prefix = "AUTO_RETRY_"

  static let attempts = EnvironmentVariable("ATTEMPTS", accepted: "an integer, 0 or more")
  static let budget = EnvironmentVariable("BUDGET", accepted: "an integer, 0 or more")
  static let rehearse = EnvironmentVariable("REHEARSE", accepted: "a regular expression")
  static let failOnRecovery = EnvironmentVariable(
    "FAIL_ON_RECOVERY",
    accepted: "1, true, yes or on, or else 0, false, no or off"
  )
  static let log = EnvironmentVariable("LOG", accepted: "all, retries or off")
  static let report = EnvironmentVariable("REPORT", accepted: "a directory")
  static let runID = EnvironmentVariable("RUN_ID", accepted: "any text")
  static let shard = EnvironmentVariable("SHARD", accepted: "any text")

  static let all = [attempts, budget, rehearse, failOnRecovery, log, report, runID, shard]

  private init(_ name: String, accepted: String) {
    self.name = Self.prefix + name
    self.accepted = accepted
  }
}
