import ArgumentParser
import RetryReport

/// The gates of a comparison.
struct ComparisonGateOptions: ParsableArguments {
  @Flag(help: "Exit with 1 if a cause that the baseline does not have comes more often than a rare one would.")
  var failOnNewCause = false

  @Flag(help: "Exit with 1 if the first attempts of an action fail more often than before.")
  var failOnRegression = false

  /// True if there is any gate.
  var isSet: Bool { failOnNewCause || failOnRegression }

  /// A sentence for each gate that is shut.
  func failures(_ comparison: Comparison) -> [String] {
    comparison.failures(onNewCause: failOnNewCause, onRegression: failOnRegression)
  }

  /// A sentence for each reason why a gate does not cover all records.
  func problems(_ input: Input) -> [String] { isSet ? input.gateProblems : [] }
}
