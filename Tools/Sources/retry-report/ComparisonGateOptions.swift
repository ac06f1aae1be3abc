import ArgumentParser
import RetryReport
import RunComparison

/// The gates of a comparison.
struct ComparisonGateOptions: ParsableArguments {
  @Flag(help: "Exit with 1 if a cause that is not in the baseline occurs more often than a rare one would.")
  var failOnNewCause = false

  @Flag(help: "Exit with 1 if the first attempts of an action fail more often than before.")
  var failOnRegression = false

  @Flag(help: "Exit with 1 if a step that is not in the baseline needed a retry.")
  var failOnNewFlakyStep = false

  @Flag(help: "Pass these gates on a kind of machine that is not in the baseline, such as a new image.")
  var allowNewMachine = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The probability of a false alarm among all rates, and among the causes that are new to a short history, in percent.",
      valueName: "percent"
    ),
    transform: Percent.parse
  )
  var level = 100 * Comparison.usualLevel

  func validate() throws {
    guard level > 0, level < 100 else {
      throw ValidationError("--level is \(level), but must be more than 0 and less than 100.")
    }
  }

  var isSet: Bool { asksRates || failOnNewFlakyStep }

  /// Whether a gate asks for steps that both sides have.
  private var asksRates: Bool { failOnNewCause || failOnRegression }

  /// A sentence for each gate that fails.
  func failures(_ comparison: Comparison) -> [String] {
    comparison.failures(
      onNewCause: failOnNewCause,
      onRegression: failOnRegression,
      onNewFlakyStep: failOnNewFlakyStep && !(allowNewMachine && comparison.isOfNewMachine)
    )
  }

  /// The result of each gate that is switched on.
  ///
  /// - Parameters:
  ///   - comparison: `nil` if nothing was compared.
  ///   - isChecked: Whether the gates have everything that they need.
  func results(_ comparison: Comparison?, isChecked: Bool) -> [GateResult] {
    func result(_ option: String, _ change: (inout ComparisonGateOptions) -> Void) -> GateResult {
      var alone = self
      (alone.failOnNewCause, alone.failOnRegression, alone.failOnNewFlakyStep) = (false, false, false)
      change(&alone)
      return GateResult(option, failures: comparison.map(alone.failures) ?? [], isChecked: isChecked)
    }
    return [
      failOnNewCause ? result("--fail-on-new-cause") { $0.failOnNewCause = true } : nil,
      failOnRegression ? result("--fail-on-regression") { $0.failOnRegression = true } : nil,
      failOnNewFlakyStep ? result("--fail-on-new-flaky-step") { $0.failOnNewFlakyStep = true } : nil,
    ].compactMap(\.self)
  }

  /// A sentence for each reason why a gate does not cover all records.
  func problems(_ input: Input) -> [String] { isSet ? input.gateProblems : [] }

  /// A sentence if nothing could be compared, and whether the gates pass anyway.
  func gap(_ comparison: Comparison) -> (sentence: String, passes: Bool)? {
    guard comparison.isOfNewMachine ? isSet : asksRates, let problem = comparison.problem else { return nil }
    guard comparison.isOfNewMachine else { return (problem, false) }
    return allowNewMachine
      ? ("\(problem) The gates pass.", true) : ("\(problem) If this is intended, use --allow-new-machine.", false)
  }
}
