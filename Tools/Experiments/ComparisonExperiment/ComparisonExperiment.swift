import ArgumentParser
import Foundation
import RetryReport

/// The false alarms of a comparison, and the bugs that it finds, in runs that vary as those of a CI system do.
@main
struct ComparisonExperiment: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Compares simulated runs with baselines, with and without a bug, by the code of retry-report compare."
  )

  @Option(help: "The number of runs or default branches for each line; bugs have a fifth.")
  var runs = 200

  /// The default was not used before the rules of the comparison were fixed.
  @Option(help: "The seed of all random numbers.")
  var seed: UInt64 = 314_159

  @Option(help: "The folder for the tables; without it they are printed.")
  var output: String?

  @Option(help: "The tables to make: gate, calm, bugs, spread, staying. All by default.")
  var table: [String] = []

  func validate() throws {
    if runs < 1 { throw ValidationError("--runs is \(runs), but must be 1 or more.") }
  }

  func run() async throws {
    let command = "swift run -c release --package-path Tools ComparisonExperiment --runs \(runs) --seed \(seed)"
    let all: [(String, () async -> [String])] = [
      ("gate", { await GateTable.lines(streams: runs, seed: seed) }),
      ("calm", { await CalmTable.lines(runs: runs, seed: seed) }),
      ("bugs", { await BugTable.lines(runs: max(1, runs / 5), seed: seed) }),
      ("spread", { await SpreadTable.lines(runs: runs, seed: seed) }),
      ("staying", { await StayingTable.lines(streams: min(40, runs), seed: seed) }),
    ]
    var tables: [[String]] = []
    for (name, lines) in all where table.isEmpty || table.contains(name) { tables.append(await lines()) }
    let head = [
      "# What a comparison finds", "", "<!-- \(command) -->",
      "**In short.** With 100 tests, a bug with a cause of its own is usually found within three runs, and a rate that has tripled within "
        + "ten. Rare bugs, fewer tests and actions that vary from run to run take more runs. False alarms are rare, except if days differ "
        + "widely (ρ .05).",
      "",
      "The code of `retry-report ci` compares each simulated run with its baseline, at its level of 1 %, and learns from the run. Unless a line "
        + "says otherwise,",
      "",
      "- there are 20 actions, and 100 tests with one step of each;",
      "- there are 20 earlier runs;",
      "- the first attempts of the actions fail at 1, 2, 5 and 10 % in turn, for five kinds of causes.",
      "",
      "Shares are in percent, and their limits have 95 % confidence. ρ is the correlation between two steps of one run. It is 0 if steps fail "
        + "independently.",
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
