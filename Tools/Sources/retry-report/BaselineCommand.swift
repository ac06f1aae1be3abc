import ArgumentParser
import Foundation
import RetryReport

/// What is known of each action, to compare a run with.
struct BaselineCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "baseline",
    abstract: "What is known of each action: how often it fails, and of which kinds of causes."
  )

  @OptionGroup var input: InputOptions

  @Option(name: .shortAndLong, help: ArgumentHelp("Write to this file.", valueName: "file"), completion: .file())
  var output: String?

  @Option(
    help: ArgumentHelp("A baseline to add to; runs that it has are not counted again.", valueName: "file"),
    completion: .file()
  )
  var addTo: String?

  @Option(help: ArgumentHelp("Only so many runs, the newest.", valueName: "count"))
  var lastRuns: Int?

  @Option(help: ArgumentHelp("Only runs that began on this day or later.", valueName: "yyyy-mm-dd"))
  var since: String?

  @Option(help: ArgumentHelp("Only runs on this branch.", valueName: "name"))
  var branch: String?

  func validate() throws {
    if let lastRuns, lastRuns < 1 { throw ValidationError("--last-runs is \(lastRuns), and must be 1 or more.") }
    if let since, since.wholeMatch(of: /\d{4}-\d{2}-\d{2}/) == nil {
      throw ValidationError("--since is \"\(since)\", and must be a date such as 2027-03-31.")
    }
  }

  func run() async throws {
    let old = try addTo.map(BaselineFile.read)
    let filter = BaselineFilter(lastRuns: lastRuns, since: since, branch: branch)
    let (read, baseline) = await input.reader.baseline(filter, onTopOf: old)
    try input.check(read)
    try OutputFile.write(baseline.json(), to: output)
  }
}
