import ArgumentParser
import Foundation
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
    try output.refuse(toOverwrite: input.reader.files)
    let (read, runs) = try await input.reader.runs()
    try InputOptions.check(read, in: input.paths)
    try end(failures: [], problems: read.errors)
    if runs.isEmpty { throw CommandFailure("There is no run with a step in \(input.paths.joined(separator: ", ")).") }
    for id in runs.idsOfSeveralRuns {
      StandardStream.error(
        "warning: the steps of run \"\(id.printable)\" are more than 12 hours apart, and count as one run: give each run its own "
          + "AUTO_RETRY_RUN_ID."
      )
    }
    // A process that died may leave a torn line, but its file can be read.
    let unread = read.unread.filter { input.paths.contains($0) || FileManager.default.fileExists(atPath: $0) }
    let target = unread.last { $0.hasSuffix(".json") && !FileManager.default.fileExists(atPath: $0) }
    let advice = target.map { "To write the baseline there: --output \($0.asPathForShell)" }
    try end(failures: [], problems: InputOptions.gaps(read, in: unread) + [advice].compactMap(\.self))
    let count = runs.ids.count
    if count < 10 {
      StandardStream.error(
        "note: the baseline has \(count.counted("run")). Use ten to twenty runs of the default branch."
      )
    }
    try output.write(Baseline(runs).json())
  }
}
