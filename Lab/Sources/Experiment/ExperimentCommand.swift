import ArgumentParser
import Foundation

/// Compares retrying the flaky steps with retrying the whole test.
@main
struct ExperimentCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "Experiment",
    abstract: "Compares retrying the flaky steps with retrying the whole test.",
    subcommands: [SimulateCommand.self, BrowserCommand.self]
  )

  static func main() {
    // Set before anything reads it: a log of millions of steps would be useless.
    setenv("AUTO_RETRY_LOG", "off", 1)
    main(nil)
  }
}
