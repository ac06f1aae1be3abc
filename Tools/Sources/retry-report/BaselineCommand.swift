import ArgumentParser
import RetryReport

/// A baseline to compare runs with.
struct BaselineCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "baseline",
    abstract: "The rate at which each action fails, and the kinds of its causes, to compare runs with."
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

  func run() async throws {
    let (read, runs) = await input.reader.runs()
    try input.check(read)
    if runs.isEmpty { throw CommandFailure("There is no run with a step in \(input.paths.joined(separator: ", ")).") }
    guard let addTo else { return try write(runs, addedTo: Baseline(TestRuns([]))) }
    guard addTo.target == output.output?.target else { return try write(runs, addedTo: BaselineFile.read(addTo)) }
    try FileLock.hold(addTo) { try write(runs, addedTo: BaselineFile.readIfThere(addTo)) }
  }

  private func write(_ runs: TestRuns, addedTo older: Baseline) throws {
    var baseline = older
    BaselineFile.add(runs, to: &baseline)
    try output.write(baseline.json())
  }
}
