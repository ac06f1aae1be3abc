internal import Foundation

/// A variable that steers a run without a change of code.
struct EnvironmentVariable {
  let name: String
  /// What its values may be, for the warning about one that is not.
  let accepted: String

  static let attempts = EnvironmentVariable(name: "AUTO_RETRY_ATTEMPTS", accepted: "an integer, 0 or more")
  static let budget = EnvironmentVariable(name: "AUTO_RETRY_BUDGET", accepted: "an integer, 0 or more")
  static let rehearse = EnvironmentVariable(name: "AUTO_RETRY_REHEARSE", accepted: "a regular expression")
  static let failOnRecovery = EnvironmentVariable(name: "AUTO_RETRY_FAIL_ON_RECOVERY", accepted: "0 or 1")
  static let log = EnvironmentVariable(name: "AUTO_RETRY_LOG", accepted: "all, retries or off")

  static let report = EnvironmentVariable(name: "AUTO_RETRY_REPORT", accepted: "a directory")

  /// The parsed value; nil where the variable is not set, or, with a warning, where its value cannot be read.
  func value<Value>(
    in environment: [String: String] = ProcessInfo.processInfo.environment,
    warn: (String) -> Void = StandardStream.error,
    parse: (String) -> Value?
  ) -> Value? {
    guard let text = environment[name] else { return nil }
    if let value = parse(text) { return value }
    warn("warning: \(name) is \"\(text)\", and must be \(accepted). The default applies.")
    return nil
  }
}
