import ArgumentParser
import RetryReport

/// A comparison of runs with a baseline.
struct CompareCommand: AsyncParsableCommand {
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, markdown, json
  }

  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Find new causes of a run, and failure rates that have increased since the baseline."
  )

  @Argument(help: "The baseline.", completion: .file())
  var baseline: String

  @OptionGroup var input: InputOptions

  @Option(help: "The output format.")
  var format = Format.text

  @OptionGroup var output: OutputOptions

  @Option(
    help: ArgumentHelp(
      "How many runs to compare as one, filled up with the newest of the baseline. More runs show smaller changes.",
      valueName: "count"
    )
  )
  var together = 1

  @Option(help: ArgumentHelp("The probability of a false alarm among all rates, in percent.", valueName: "percent"))
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
    let comparison = try Comparison(runs, with: known, level: level / 100, together: together)
    let text =
      switch format {
      case .text: ComparisonFormat.text(comparison)
      case .markdown: ComparisonFormat.markdown(comparison)
      case .json: try ComparisonFormat.json(comparison)
      }
    try output.write(text)
    let gap = gates.gap(comparison)
    if let gap, gap.passes { StandardStream.error("note: \(gap.sentence)") }
    let open = gates.problems(read) + [gap].compactMap { $0 }.filter { !$0.passes }.map(\.sentence)
    try end(failures: gates.failures(comparison), problems: open)
  }
}
