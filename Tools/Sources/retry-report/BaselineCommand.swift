import ArgumentParser
import RetryReport
import RunComparison

/// A baseline to compare runs with.
struct BaselineCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "baseline",
    abstract: "Write a baseline to compare runs with: how often each action fails, and its kinds of causes."
  )

  @OptionGroup var input: InputOptions

  @OptionGroup var output: OutputOptions

  func run() async throws {
    let (read, runs) = await input.reader.runs()
    try InputOptions.check(read, in: input.paths)
    if runs.isEmpty { throw CommandFailure("There is no run with a step in \(input.paths.joined(separator: ", ")).") }
    try output.write(Baseline(runs).json())
  }
}
