import ArgumentParser
import Foundation

/// The experiment in a browser.
struct BrowserCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "browser",
    abstract: "Runs tests in headless Chromium, in real time."
  )

  @OptionGroup var options: OutputOptions

  @Option(help: "The number of tests that each strategy runs.")
  var tests = 40

  @Option(help: "The rate at which each flaky step fails, in percent.")
  var flakeRate = 10

  func validate() throws {
    if tests < 1 { throw ValidationError("--tests is \(tests), and must be 1 or more.") }
    if !(0...100).contains(flakeRate) {
      throw ValidationError("--flake-rate is \(flakeRate), and must be 0 to 100.")
    }
  }

  func run() throws {
    let scenario = Scenario(flakeRate: Double(flakeRate) / 100, bug: .outsideTheSteps)
    let run = try BrowserRun(tests: tests, seed: options.seed, scenario: scenario)
    let (tallies, flakeFree) = run.run { number in
      FileHandle.standardError.write(Data("\rtest \(number) of \(tests)".utf8))
    }
    FileHandle.standardError.write(Data("\n".utf8))
    let command =
      "swift run -c release --package-path Lab Experiment browser --tests \(tests) "
      + "--flake-rate \(flakeRate) --seed \(options.seed)"
    try options.publish(
      """
      <!-- \(command) -->
      \(tests) tests for each line, seed \(options.seed), \(OutputOptions.today). In brackets: 95 % confidence. The bug outside the \
      flaky steps strikes in \(Int(Scenario.bugRate * 100)) % of its occasions; a test without faults takes \
      \(String(format: "%.2f", flakeFree)) s.

      \(MarkdownTable.flakes(tallies, flakeFreeSeconds: flakeFree))
      \(MarkdownTable.bugs(tallies))
      """,
      as: "browser.md"
    )
  }
}
