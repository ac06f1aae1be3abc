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

  var decision: Decision { !failures.isEmpty ? .failed : isChecked ? .passed : .undecided }
}

/// Whether a gate or a job passed.
enum Decision: Int, Comparable, Sendable {
  case passed, undecided, failed

  var word: String { ["passed", "could not be checked", "failed"][rawValue] }

  /// The name of its style on the page.
  var style: String { ["good", "flaky", "bad"][rawValue] }

  static func < (left: Decision, right: Decision) -> Bool { left.rawValue < right.rawValue }
}
