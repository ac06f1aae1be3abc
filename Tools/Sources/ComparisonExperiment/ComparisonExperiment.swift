import ArgumentParser
import Foundation
import RetryReport

/// How often a comparison finds a bug inside a retried step, and how often it cries wolf.
@main
struct ComparisonExperiment: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract:
      "Plants a bug in the sign-in of many runs of tests, and compares each with a baseline of ten runs without it."
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
