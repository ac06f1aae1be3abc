/// What a gate that is switched on says about a job.
public struct GateResult: Sendable {
  /// The option that switches it on, such as `--fail-on-new-cause`.
  public let option: String
  /// A sentence for each reason to fail.
  public let failures: [String]
  /// Whether the records and the baseline contain everything that the gate needs.
  public let isChecked: Bool

  public init(_ option: String, failures: [String], isChecked: Bool) {
    (self.option, self.failures, self.isChecked) = (option, failures, isChecked)
  }

  var mood: Mood { !failures.isEmpty ? .bad : isChecked ? .good : .flaky }

  /// Such as `passed`.
  var word: String { !failures.isEmpty ? "failed" : isChecked ? "passed" : "could not be checked" }
}
