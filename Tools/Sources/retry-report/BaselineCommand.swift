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
    let target = read.unread.last {
      input.paths.contains($0) && $0.hasSuffix(".json") && !FileManager.default.fileExists(atPath: $0)
    }
    let place = target.map { "To write the baseline there: --output \($0.asPathForShell)" }
    try end(failures: [], problems: InputOptions.gaps(read, in: input.paths) + [place].compactMap(\.self))
    let baseline = Baseline(runs)
    let (count, branches) = (baseline.runs.count, runs.branches)
    let origin = branches.isEmpty ? "" : " of \(branches.listed)"
    let isOther = branches.contains { !["main", "master"].contains($0) }
    let advice = count < 10 || branches.count > 1 ? " Use ten to twenty runs of the default branch." : ""
    let warning = isOther ? " Bugs of any branch but the default one count as usual." : ""
    StandardStream.error("note: the baseline has \(count.counted("run"))\(origin).\(advice)\(warning)")
    try output.write(baseline.json())
  }
}
