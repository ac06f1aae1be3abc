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
      "`retry-report ci` compares each run with earlier ones, to find the bugs that retries would hide. This page measures how many it finds, how "
        + "soon, and how often it raises a false alarm. The runs are simulated, because nobody knows all the bugs of a real project.",
      "",
      "**In short**, with 100 tests:",
      "",
      "- Within three runs, it usually finds a bug of one action with its own error message; within ten, a failure rate that has tripled.",
      "- Rare bugs, small suites, and actions that vary from run to run need more runs.",
      "- False alarms are rare, unless the steps of one run often fail together (ρ .05), or actions have many causes that come in bursts.",
      "",
      "On this page:",
      "",
    ]
    let words = [
      "",
      "## How the runs are simulated",
      "",
      "A *step* is one call of `autoRetry`, and an *action* is all steps with the same name. The code of `retry-report ci` compares each "
        + "simulated run with a baseline, and then adds the run to it. Unless a line of a table says otherwise,",
      "",
      "- there are 20 actions and 100 tests, and each test has one step of each action;",
      "- the baseline has 20 earlier runs;",
      "- the first attempt of a step fails in 1, 2, 5 or 10 % of cases, depending on its action, each time with one of five causes.",
      "",
      "Shares are in percent, and margins of error are for 95 % confidence. The tables use these words:",
      "",
      "- *Cause*: why an attempt failed, usually an error message. A *usual* cause also occurs in earlier runs; a *new* one does not.",
      "- *Alarm*: a sign that steps fail more often than before, or with a new cause. If nothing changed, at most 1 % of the comparisons should "
        + "raise an alarm for a rate (the default *level*). A new cause raises an alarm as soon as enough steps have it. If there are fewer than ten earlier "
        + "runs, or if they have few steps, a significance test at this level decides instead.",
      "- *Red*: a run of the default branch is red while an alarm is open.",
      "- *Storm*, *burst*, *outage*: many steps of one run fail for one reason.",
      "- *Speed*: in a slow run, all actions fail more often.",
      "- *Pool*: a group of equally fast machines. If there are two pools, chance decides which one a run uses.",
      "- *System*: an operating system, such as Linux. If there are two, each run uses both.",
      "- *ρ* (rho): how strongly the steps of an action fail together in one run (a correlation). With 0, they fail independently. An action "
        + "that fails in 10 % of cases fails in 7 to 13 % of them in about two of three runs with ρ .01, and in 3 to 17 % with ρ .05.",
      "- *σ* (sigma): how much a speed or a rate varies. With σ 0.4, about two thirds of the runs fail 0.67 to 1.5 times as often as usual. With "
        + "σ 1.2, about two thirds of the actions fail 0.3 to 3.3 times as often as a typical one.",
      "",
    ]
    let contents = (words + tables.joined()).compactMap(Self.link)
    let text = (head + contents + words + tables.joined(separator: [""])).joined(separator: "\n") + "\n"
    if let output {
      let folder = URL(fileURLWithPath: output)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data(text.utf8).write(to: folder.appendingPathComponent("comparison.md"))
    } else {
      print(text, terminator: "")
    }
  }

  /// A line of the list of tables, for a line that is a heading.
  private static func link(to line: String) -> String? {
    let level = line.prefix { $0 == "#" }.count
    if level < 2 { return nil }
    let heading = line.dropFirst(level + 1)
    // The anchor that GitHub makes of a heading.
    let anchor = heading.lowercased().filter { $0.isLetter || $0.isNumber || $0 == " " }.replacing(" ", with: "-")
    return String(repeating: "  ", count: level - 2) + "- [\(heading)](#\(anchor))"
  }
}
