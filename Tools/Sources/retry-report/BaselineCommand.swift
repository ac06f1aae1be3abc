import ArgumentParser
import RetryReport

/// A baseline to compare runs with.
struct BaselineCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "baseline",
    abstract: "Write a baseline to compare runs with: how often each action fails, and its kinds of causes."
  )

  @OptionGroup var input: InputOptions

  @OptionGroup var output: OutputOptions

  @Option(
    help: ArgumentHelp(
      "A baseline to add to. Runs that it already has are not counted again. The file may be missing if it is also the output.",
      valueName: "file"
    ),
    completion: .file()
  )
  var addTo: String?

  func run() async throws {
    let (read, runs) = await input.reader.runs()
    try InputOptions.check(read, in: input.paths)
    if runs.isEmpty { throw CommandFailure("There is no run with a step in \(input.paths.joined(separator: ", ")).") }
    guard let addTo else { return try write(runs, addedTo: Baseline()) }
    guard addTo.target == output.output?.target else { return try write(runs, addedTo: BaselineFile.read(addTo)) }
    try FileLock.hold(addTo) { try write(runs, addedTo: BaselineFile.readIfThere(addTo)) }
  }

  private func write(_ runs: [RunCounts], addedTo older: Baseline) throws {
    if let sentence = older.usedID(in: runs) { throw CommandFailure(sentence) }
    var baseline = older
    BaselineFile.add(runs, to: &baseline)
    try output.write(baseline.json())
  }
}
