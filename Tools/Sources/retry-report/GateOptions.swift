import ArgumentParser
import RetryReport
import RunComparison

/// The gates of the figures.
struct GateOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Exit with 1 if more than this percentage of the steps of an action recover, with 95 % confidence. An action whose documented reason has an expiry date is exempt until then.",
      valueName: "percent"
    ),
    transform: Percent.parse
  )
  var failOnActionFlakeRate: Double?

  @Flag(help: "Exit with 1 if a step or a whole test did not succeed, or if a process died.")
  var failOnExhausted = false

  func validate() throws {
    try Percent.refuseTwice("--fail-on-action-flake-rate")
    if let failOnActionFlakeRate, !(0...100).contains(failOnActionFlakeRate) {
      throw ValidationError("--fail-on-action-flake-rate is \(failOnActionFlakeRate), but must be 0 to 100.")
    }
  }

  /// A sentence for a limit that is perhaps meant as a share.
  var note: String? {
    guard let failOnActionFlakeRate, failOnActionFlakeRate > 0, failOnActionFlakeRate < 1 else { return nil }
    return "--fail-on-action-flake-rate \(failOnActionFlakeRate) means \(failOnActionFlakeRate) %. Five percent is 5."
  }

  var gates: Gates { Gates(actionFlakeRate: failOnActionFlakeRate, exhausted: failOnExhausted) }
}

/// The gates of a comparison.
struct ComparisonGateOptions: ParsableArguments {
  @Flag(help: "Exit with 1 if a cause that is not in the baseline occurs more often than a rare one would.")
  var failOnNewCause = false

  @Flag(help: "Exit with 1 if the first attempts of an action fail more often than before.")
  var failOnRegression = false

  @Flag(help: "Exit with 1 if a step that is not in the baseline needed a retry; never on the default branch of ci.")
  var failOnNewFlakyStep = false

  @Flag(help: "Pass these gates on a kind of machine that is not in the baseline: another system or architecture.")
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
    guard level > 0, level <= 20 else {
      throw ValidationError("--level is \(level), but must be more than 0 and at most 20 (percent of false alarms).")
    }
  }

  /// Sentences for a level that is perhaps meant as a share, and for findings that fail nothing.
  ///
  /// - Parameter isGated: Whether any gate is set.
  func notes(on comparison: Comparison?, isGated: Bool) -> [String] {
    let hasFinding = comparison?.raised.isEmpty == false
    return [
      level < 0.1 ? "--level \(level) means \(level) %. One percent is --level 1." : nil,
      hasFinding && !isGated
        ? "No gate is set, so the findings do not fail the job: see --fail-on-new-cause and --fail-on-regression."
        : nil,
    ].compactMap(\.self)
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
    if isSet, let problem = comparison.machineProblem {
      if !allowNewMachine { return ("\(problem) If this is intended, use --allow-new-machine.", false) }
      if comparison.isOfNewMachine { return ("\(problem) The gates pass.", true) }
    }
    return asksRates && !comparison.isOfNewMachine ? comparison.rateProblem.map { ($0, false) } : nil
  }
}

/// A share as users type it, such as `2.5` or `5%`.
enum Percent {
  static func parse(_ text: String) throws -> Double {
    guard let number = text.wholeMatch(of: /(-?[0-9]*\.?[0-9]+)%?/)?.1, let value = Double(number) else {
      throw ValidationError("it must be a number, such as 2.5.")
    }
    return value
  }

  /// Refuses an option that is given twice, because a gate with the second limit would not check the first.
  static func refuseTwice(_ option: String) throws {
    let count = CommandLine.arguments.count { $0 == option || $0.hasPrefix("\(option)=") }
    if count > 1 { throw ValidationError("\(option) is given more than once. Remove all but one.") }
  }
}
