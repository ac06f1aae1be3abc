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
    // Before anything reads it: the log of millions of steps is nobody's reading.
    setenv("AUTO_RETRY_LOG", "off", 1)
    main(nil)
  }
}
