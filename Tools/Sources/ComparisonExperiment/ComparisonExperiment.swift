import ArgumentParser
import Foundation
import RetryReport

/// The shares of bugs inside a retried step that a comparison finds, and of its false alarms.
@main
struct ComparisonExperiment: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract:
      "Plants a bug in the sign-in of many runs of tests, and compares each with a baseline of ten runs without it.",
    subcommands: [HistoryExperiment.self]
  )

  @Option(help: "How many runs for each line.")
  var runs = 10_000

  @Option(help: "What chance is drawn from.")
  var seed: UInt64 = 1

  @Option(help: "Write the table into this folder.")
  var output: String?

  func validate() throws {
    if runs < 1 { throw ValidationError("--runs is \(runs), and must be 1 or more.") }
  }

  func run() throws {
    let command = "swift run -c release --package-path Tools ComparisonExperiment --runs \(runs) --seed \(seed)"
    var text = """
      # A bug inside a retried step

      <!-- \(command) -->
      Tests of three steps, each of which fails its first attempt at the flake rate. The bug strikes in \
      \(Int(Scenario.bugRate * 100)) % of the attempts of the second step, and the retries hide it. \(runs) runs for each line, \
      each compared with a baseline of \(Scenario.baselineRuns) runs of the same size without the bug, by the code of \
      `retry-report compare`. In brackets: 95 % confidence. The last column: runs in which a test fails for the bug where whole tests \
      are run again up to three times instead.

      | flake rate | tests in a run | found: a cause of its own | found: looks like the flake | false alarms | whole test, 3 re-runs |
      |--:|--:|--:|--:|--:|--:|

      """
    for flakeRate in Scenario.flakeRates {
      for tests in Scenario.sizes {
        var result = Result(Scenario(flakeRate: flakeRate, tests: tests), seed: seed)
        for _ in 0..<runs { result.addRun() }
        text += result.row
      }
    }
    if let output {
      let folder = URL(fileURLWithPath: output)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data(text.utf8).write(to: folder.appendingPathComponent("comparison.md"))
    } else {
      print(text, terminator: "")
    }
  }
}

/// The numbers of runs of a scenario in which something was found.
struct Result {
  private let scenario: Scenario
  private var random: SeededGenerator
  private var runs = 0
  private var ownCause = 0
  private var sameCause = 0
  private var falseAlarms = 0
  private var wholeTests = 0

  init(_ scenario: Scenario, seed: UInt64) {
    self.scenario = scenario
    random = SeededGenerator(seed: seed &+ UInt64(scenario.tests) &* 1_000 &+ UInt64(scenario.flakeRate * 100))
  }

  mutating func addRun() {
    let baseline = scenario.baseline(&random)
    func findings(_ bug: Scenario.Bug) -> Comparison { Comparison(scenario.counts(bug, &random), with: baseline) }
    runs += 1
    if findings(.ownCause).newCauses.contains(where: { $0.action == "Sign In" }) { ownCause += 1 }
    if findings(.sameCause).risen.contains(where: { $0.action == "Sign In" }) { sameCause += 1 }
    let calm = findings(.none)
    if !calm.newCauses.isEmpty || !calm.risen.isEmpty { falseAlarms += 1 }
    if scenario.wholeTestFails(&random) { wholeTests += 1 }
  }

  var row: String {
    let counts = [ownCause, sameCause, falseAlarms, wholeTests].map { Rate(count: $0, total: runs).asShare }
    return "| \(Int(scenario.flakeRate * 100)) % | \(scenario.tests) | \(counts.joined(separator: " | ")) |\n"
  }
}

extension Rate {
  /// Such as `99.83 % (99.73 to 99.89)`.
  var asShare: String {
    let (low, high) = interval
    return String(format: "%.2f %% (%.2f to %.2f)", share * 100, low * 100, high * 100)
  }
}
