import ArgumentParser
import Foundation
import RetryReport

/// The false alarms of a comparison, and the bugs that it finds, in runs that vary as those of a CI system do.
@main
struct ComparisonExperiment: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Compares simulated runs with baselines, with and without a bug, by the code of retry-report compare."
  )

  @Option(help: "The number of runs for each line.")
  var runs = 1_000

  @Option(help: "The seed of all random numbers.")
  var seed: UInt64 = 1

  @Option(help: "The folder for the tables; without it they are printed.")
  var output: String?

  func validate() throws {
    if runs < 1 { throw ValidationError("--runs is \(runs), and must be 1 or more.") }
  }

  func run() throws {
    let command = "swift run -c release --package-path Lab ComparisonExperiment --runs \(runs) --seed \(seed)"
    let tables = [
      CalmTable.lines(runs: runs, seed: seed), RiseTable.lines(runs: runs, seed: seed),
      OutageTable.lines(runs: runs, seed: seed), CauseTable.lines(runs: runs, seed: seed),
      SelectionTable.lines(runs: runs, seed: seed),
    ]
    let head = [
      "# What a comparison finds", "", "<!-- \(command) -->",
      "\(runs) runs for each line, each compared with older runs by the code of `retry-report compare`, with its usual level of "
        + "1 %. In brackets: 95 % confidence. Each test has one step of each action; the actions fail their first attempts at "
        + "1, 2, 5 and 10 % in turn, and ρ is the correlation of two steps of one run: 0 if steps fail independently.",
      "",
    ]
    let text = (head + tables.joined(separator: [""])).joined(separator: "\n") + "\n"
    if let output {
      let folder = URL(fileURLWithPath: output)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data(text.utf8).write(to: folder.appendingPathComponent("comparison.md"))
    } else {
      print(text, terminator: "")
    }
  }
}
