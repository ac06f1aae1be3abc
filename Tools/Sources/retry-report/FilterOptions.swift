import ArgumentParser
import RetryReport

/// The choice of runs.
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

  /// A choice that leaves no run is an error, not a baseline of nothing.
  ///
  /// - Parameter runs: The number of runs that were chosen.
  func check(_ runs: Int, in input: InputOptions) throws(CommandFailure) {
    guard runs == 0 else { return }
    let choice = [branch.map { " on the branch \($0)" }, since.map { " since \($0)" }].compactMap { $0 }.joined()
    throw CommandFailure("There is no run with a step\(choice) in \(input.paths.joined(separator: ", ")).")
  }

  var filter: RunFilter { RunFilter(lastRuns: lastRuns, since: since, branch: branch) }
}
