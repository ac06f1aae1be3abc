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
    try Percent.refuseTwice("--level")
    guard level > 0, level < 100 else {
      throw ValidationError("--level is \(level), but must be more than 0 and less than 100.")
    }
  }

  var isSet: Bool { asksRates || failOnNewFlakyStep }

  /// Whether a gate asks for steps that both sides have.
  private var asksRates: Bool { failOnNewCause || failOnRegression }

  /// The result of each gate that is switched on.
  ///
  /// - Parameters:
  ///   - comparison: `nil` if nothing was compared.
  ///   - isChecked: Whether the gates have everything that they need.
  func results(_ comparison: Comparison?, isChecked: Bool) -> [GateResult] {
    let isAllowed = allowNewMachine && comparison?.isOfNewMachine == true
    let gates = [
      (failOnNewCause, "--fail-on-new-cause", comparison?.failures(onNewCause: true)),
      (failOnRegression, "--fail-on-regression", comparison?.failures(onRegression: true)),
      (failOnNewFlakyStep, "--fail-on-new-flaky-step", comparison?.failures(onNewFlakyStep: !isAllowed)),
    ]
    return gates.filter(\.0).map { GateResult($0.1, failures: $0.2 ?? [], isChecked: isChecked) }
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
