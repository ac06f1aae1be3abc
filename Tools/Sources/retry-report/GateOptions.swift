import ArgumentParser
import RetryReport

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

  var gates: Gates { Gates(actionFlakeRate: failOnActionFlakeRate, exhausted: failOnExhausted) }
}
