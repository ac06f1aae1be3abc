import ArgumentParser
import RetryReport

/// The gates of the figures.
struct GateOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Exit with 1 if more steps of any one action than this recover, in percent, with 95 % confidence; an excuse with a last day counts until then.",
      valueName: "percent"
    )
  )
  var failOnActionFlakeRate: Double?

  @Flag(help: "Exit with 1 if a step or a whole test did not succeed at all, or if a process died.")
  var failOnExhausted = false

  func validate() throws {
    if let failOnActionFlakeRate, !(0...100).contains(failOnActionFlakeRate) {
      throw ValidationError("--fail-on-action-flake-rate is \(failOnActionFlakeRate), and must be 0 to 100.")
    }
  }

  var gates: Gates { Gates(actionFlakeRate: failOnActionFlakeRate, exhausted: failOnExhausted) }
}
