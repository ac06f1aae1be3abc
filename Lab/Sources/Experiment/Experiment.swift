import ArgumentParser
import Foundation

/// Compares retrying the flaky steps with retrying the whole test.
@main
struct Experiment: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Compares retrying the flaky steps with retrying the whole test, in memory and in virtual time."
  )

  @Option(help: "The number of suites that each strategy runs in each scenario.")
  var suites = 10_000

  @Option(help: "The number of tests in a suite.")
  var tests = 10

  @Option(help: "The seed of all faults.")
  var seed: UInt64 = 2020

  @Option(help: "The folder for the tables; without it they are printed.", completion: .directory)
  var output: String?

  static func main() {
    // Set before anything reads it: a log of millions of steps would be useless.
    setenv("AUTO_RETRY_LOG", "off", 1)
    main(nil)
  }

  func validate() throws {
    if suites < 1 { throw ValidationError("--suites is \(suites), but must be 1 or more.") }
    if tests < 1 { throw ValidationError("--tests is \(tests), but must be 1 or more.") }
  }

  func run() throws {
    let simulation = Simulation(suites: suites, testsPerSuite: tests, seed: seed)
    let flakes = Simulation.flaky.flatMap(simulation.run)
    let bugs = Simulation.withBug.flatMap(simulation.run)
    let setUps = Simulation.withSetUp.flatMap(simulation.run)
    let arguments = "--suites \(suites) --tests \(tests) --seed \(seed)"
    let today = Date().formatted(.iso8601.year().month().day())
    try publish(
      """
      # Simulation: retrying steps or whole tests

      <!-- swift run -c release --package-path Lab Experiment \(arguments) -->
      **In short.** If a step fails \(Int(Simulation.usualFlakeRate * 100)) % of the time, retried steps and retried tests both remove almost \
      all flaky failures. Retried steps do not hide bugs outside the steps; retried tests hide almost all of them. In a single run, both \
      hide almost all bugs inside a step.

      Each line is the result of \(suites) suites of \(tests) tests, with seed \(seed), on \(today). Shares are in percent. The \
      95 % confidence limits are in brackets. Times are relative to the same tests without flakes (1.00). A suite is \
      *green* if all its tests pass.

      Each test has three flaky steps. These strategies are compared:

      - *no retry*;
      - *whole test*: a failed test runs again, up to three times;
      - *flaky steps*: a failed step runs again, after its reset steps, up to three times;
      - *both*.

      ## Flaky failures removed

      \(MarkdownTable.flakes(flakes))
      ## The time, if a test has a setup

      Here each run of a test begins with a setup. The flake rate is \(Int(Simulation.usualFlakeRate * 100)) %. The table shows \
      the relative time.

      \(MarkdownTable.times(setUps))
      ## Bugs caught

      A bug occurs \(Int(Scenario.bugRate * 100)) % of the time: in one scenario outside the steps, in the other inside a step. \
      The flake rate is \(Int(Simulation.usualFlakeRate * 100)) %. Two lines re-run a failed test at most twice, the default of \
      `xcodebuild -retry-tests-on-failure`, or once, that of `.flaky`.

      \(MarkdownTable.bugs(bugs))
      """
    )
  }

  private func publish(_ text: String) throws {
    guard let output else { return print(text) }
    let folder = URL(fileURLWithPath: output)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: folder.appendingPathComponent("simulation.md"))
  }
}
