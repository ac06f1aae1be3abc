import ArgumentParser
import RetryReport

/// A baseline to compare runs with.
struct BaselineCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "baseline",
    abstract: "The rate at which each action fails, and the kinds of its causes, to compare runs with.",
    discussion: "It keeps the newest \(Baseline.usualRuns) runs, or as many as --last-runs says."
  )

  @OptionGroup var input: InputOptions

  @OptionGroup var output: OutputOptions

  @Option(
    help: ArgumentHelp(
      "A baseline to add to; what it has is not counted again. It may be missing if it is the output too.",
      valueName: "file"
    ),
    completion: .file()
  )
  var addTo: String?

  @OptionGroup var filter: FilterOptions

  func run() async throws {
    let (read, runs) = await input.reader.runs(filter.filter)
    try input.check(read)
    try filter.check(runs.ids.count, in: input)
    guard let addTo else { return try write(runs, addedTo: Baseline(TestRuns([]))) }
    guard addTo.target == output.output?.target else { return try write(runs, addedTo: BaselineFile.read(addTo)) }
    try FileLock.hold(addTo) { try write(runs, addedTo: BaselineFile.readIfThere(addTo)) }
  }

  private func write(_ runs: TestRuns, addedTo older: Baseline) throws {
    var baseline = older
    BaselineFile.add(runs, to: &baseline, keeping: filter.lastRuns ?? Baseline.usualRuns)
    try output.write(baseline.json())
  }
}
