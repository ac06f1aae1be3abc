public import ArgumentParser
import Foundation
public import RetryReport

/// A baseline to compare runs with.
struct BaselineCommand: AsyncParsableCommand {
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case json, markdown
  }

  static let configuration = CommandConfiguration(
    commandName: "baseline",
    abstract: "What is known of each action: how often it fails, and of which kinds of causes.",
    discussion: "It keeps the newest \(Baseline.usualRuns) runs, or as many as --last-runs says."
  )

  @OptionGroup var input: InputOptions

  @Option(help: "How to write it: json, which compare reads, or markdown.")
  var format = Format.json

  @OptionGroup var output: OutputOptions

  @Option(
    help: ArgumentHelp("A baseline to add to; what it has is not counted again.", valueName: "file"),
    completion: .file()
  )
  var addTo: String?

  @OptionGroup var filter: FilterOptions

  func run() async throws {
    var baseline = try addTo.map(BaselineFile.read) ?? Baseline(TestRuns([]))
    let (read, runs) = await input.reader.runs(filter.filter)
    try input.check(read)
    try filter.check(runs.ids.count, in: input)
    let known = baseline.learn(runs, keeping: filter.lastRuns ?? Baseline.usualRuns)
    if known > 0 {
      let parts = known == 1 ? "1 part of a run is" : "\(known) parts of runs are"
      StandardStream.error("note: \(parts) in the baseline already, and counted once.")
    }
    try output.write(format == .json ? baseline.json() : BaselineFormat.markdown(baseline))
  }
}

/// A run compared with a baseline.
struct CompareCommand: AsyncParsableCommand {
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, markdown, github, json
  }

  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "What a run says that the baseline did not: new causes, and rates that have risen."
  )

  @Argument(help: "What retry-report baseline has written.", completion: .file())
  var baseline: String

  @OptionGroup var input: InputOptions

  @Option(help: "How to write it: \(Format.allCases.map(\.rawValue).joined(separator: ", ")).")
  var format = Format.text

  @OptionGroup var output: OutputOptions

  @Option(
    help: ArgumentHelp(
      "Compare so many runs together, which shows smaller changes; the newest of the baseline join.",
      valueName: "count"
    )
  )
  var together = 1

  @Option(help: ArgumentHelp("How likely a false alarm among all rates may be, in percent.", valueName: "percent"))
  var level = 100 * Comparison.usualLevel

  @OptionGroup var gates: ComparisonGateOptions

  func validate() throws {
    guard level > 0, level < 100 else {
      throw ValidationError("--level is \(level), and must be more than 0 and less than 100.")
    }
    guard together > 0 else { throw ValidationError("--together is \(together), and must be 1 or more.") }
  }

  func run() async throws {
    let known = try BaselineFile.read(baseline)
    let (read, runs) = await input.reader.runs()
    try input.check(read)
    let comparison = try runs.compared(with: known, named: baseline, level: level / 100, together: together)
    let text =
      switch format {
      case .text: ComparisonFormat.text(comparison)
      case .markdown: ComparisonFormat.markdown(comparison)
      case .github: ComparisonFormat.github(comparison)
      case .json: try ComparisonFormat.json(comparison)
      }
    try output.write(text)
    let failures = gates.failures(comparison)
    let unasked = gates.problems(read) + (gates.failOnRegression ? [comparison.problem].compactMap { $0 } : [])
    for sentence in unasked + failures { StandardStream.error("error: \(sentence)") }
    if !failures.isEmpty { throw ExitCode(1) }
    if !unasked.isEmpty { throw ExitCode(2) }
  }
}

extension TestRuns {
  /// - Parameter path: The file of the baseline.
  func compared(
    with known: Baseline,
    named path: String,
    level: Double = Comparison.usualLevel,
    together: Int = 1
  ) throws(CommandFailure) -> Comparison {
    do {
      return try Comparison(self, with: known, level: level, together: together)
    } catch {
      throw CommandFailure("\(path): \(error)")
    }
  }
}

extension History.Period: ExpressibleByArgument {}

/// The rates of first attempts that fail, from run to run.
struct HistoryCommand: AsyncParsableCommand {
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, markdown, json
  }

  static let configuration = CommandConfiguration(
    commandName: "history",
    abstract: "The rate of each action from run to run, and since when it has been another."
  )

  @OptionGroup var input: InputOptions
  @OptionGroup var filter: FilterOptions

  @Option(help: "What a bar stands for: \(History.Period.allCases.map(\.rawValue).joined(separator: ", ")).")
  var by = History.Period.run

  @Option(help: "How to write it: \(Format.allCases.map(\.rawValue).joined(separator: ", ")).")
  var format = Format.text

  @OptionGroup var output: OutputOptions

  func run() async throws {
    let (read, history) = await input.reader.history(
      filter.filter,
      by: by,
      progress: StandardStream.progress
    )
    try input.check(read)
    try filter.check(history.periodCount, in: input)
    let text =
      switch format {
      case .text: HistoryFormat.text(history)
      case .markdown: HistoryFormat.markdown(history)
      case .json: try HistoryFormat.json(history)
      }
    try output.write(text)
  }
}
