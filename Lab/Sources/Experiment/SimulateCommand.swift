import ArgumentParser

/// The experiment in memory.
struct SimulateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "Runs many suites in memory, in virtual time."
  )

  @OptionGroup var options: OutputOptions

  @Option(help: "The number of suites that each strategy runs in each scenario.")
  var suites = 10_000

  @Option(help: "The number of tests in a suite.")
  var tests = 10

  func validate() throws {
    if suites < 1 { throw ValidationError("--suites is \(suites), and must be 1 or more.") }
    if tests < 1 { throw ValidationError("--tests is \(tests), and must be 1 or more.") }
  }

  func run() throws {
    let simulation = Simulation(suites: suites, testsPerSuite: tests, seed: options.seed)
    let flakes = Simulation.flaky.flatMap(simulation.run)
    let bugs = Simulation.withBug.flatMap(simulation.run)
    let setUps = Simulation.withSetUp.flatMap(simulation.run)
    let flakeFree = Simulation.flakeFreeSeconds()
    let command =
      "swift run -c release --package-path Lab Experiment simulate --suites \(suites) "
      + "--tests \(tests) --seed \(options.seed)"
    try options.publish(
      """
      <!-- \(command) -->
      \(suites) suites of \(tests) tests for each line, seed \(options.seed), \(OutputOptions.today). In brackets: 95 % confidence.

      \(MarkdownTable.flakes(flakes, flakeFreeSeconds: flakeFree))
      The time again, where each run of a test begins with a set-up, at a flake rate of \
      \(Int(Simulation.usualFlakeRate * 100)) %:

      \(MarkdownTable.times(setUps))
      With a bug that strikes in \(Int(Scenario.bugRate * 100)) % of its occasions, at a flake rate of \
      \(Int(Simulation.usualFlakeRate * 100)) %:

      \(MarkdownTable.bugs(bugs))
      """,
      as: "simulation.md"
    )
  }
}
