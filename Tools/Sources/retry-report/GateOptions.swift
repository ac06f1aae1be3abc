import ArgumentParser
import RetryReport

/// The gates of the figures.
struct GateOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Exit with 1 if more steps of any one action than this recover, in percent, with 95 % confidence.",
      valueName: "percent"
    )
  )
  var failOnActionFlakeRate: Double?

  @Option(
    help: ArgumentHelp(
      "Actions that may be more flaky: lines of a day until which, the action, and why, with | between.",
      valueName: "file"
    ),
    completion: .file()
  )
  var exceptions: String?

  @Flag(help: "Exit with 1 if a step or a whole test did not succeed at all, or if a process died.")
  var failOnExhausted = false

  /// True if there is any gate.
  var isSet: Bool { failOnActionFlakeRate != nil || failOnExhausted }

  func validate() throws {
    if let failOnActionFlakeRate, !(0...100).contains(failOnActionFlakeRate) {
      throw ValidationError("--fail-on-action-flake-rate is \(failOnActionFlakeRate), and must be 0 to 100.")
    }
    if exceptions != nil, failOnActionFlakeRate == nil {
      throw ValidationError("--exceptions is for --fail-on-action-flake-rate, which is not there.")
    }
  }

  /// The gates, with the exceptions of a file.
  func read() throws(CommandFailure) -> Gates {
    Gates(
      actionFlakeRate: failOnActionFlakeRate,
      exceptions: try exceptions.map(Self.exceptions) ?? [],
      exhausted: failOnExhausted
    )
  }

  private static func exceptions(in path: String) throws(CommandFailure) -> [GateException] {
    let bytes = try InputFile.read(path)
    do {
      return try GateException.all(in: String(decoding: bytes, as: UTF8.self), today: Day.today)
    } catch {
      throw CommandFailure("\(path): \(error)")
    }
  }
}
