import ArgumentParser
import RetryReport

/// Which runs are looked at.
struct FilterOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Only so many runs, the newest.", valueName: "count"))
  var lastRuns: Int?

  @Option(help: ArgumentHelp("Only runs that began on this day or later.", valueName: "yyyy-mm-dd"))
  var since: String?

  @Option(help: ArgumentHelp("Only runs on this branch.", valueName: "name"))
  var branch: String?

  func validate() throws {
    if let lastRuns, lastRuns < 1 { throw ValidationError("--last-runs is \(lastRuns), and must be 1 or more.") }
    if let since, !Day.isDay(since) {
      throw ValidationError("--since is \"\(since)\", and must be a date such as 2027-03-31.")
    }
  }

  var filter: RunFilter { RunFilter(lastRuns: lastRuns, since: since, branch: branch) }
}
