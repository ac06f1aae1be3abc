internal import RetryReport

/// How the user accepts a finding of a baseline: the command is printed as it can be run.
public struct AcceptCommandLine: Sendable {
  /// Such as `swift package retry-report`.
  let program: String
  /// Such as ` --baseline cache/base.json`; empty for the usual baseline.
  let options: String

  public init(program: String = "retry-report", baseline: String = Self.usualBaseline) {
    self.program = program
    options = baseline == Self.usualBaseline ? "" : " --baseline \(baseline.withoutCommands.asPathForShell)"
  }

  public static let usualBaseline = ".retry-baseline.json"

  /// The command for an alarm, without the reason.
  func command(for alarm: Alarm) -> String { "\(program) accept \(alarm.name)\(options) --reason 'why'" }
}
