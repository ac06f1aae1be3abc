import ArgumentParser
import RetryReport

/// The records to read.
struct InputOptions: ParsableArguments {
  @Argument(
    help: "Files of records, folders with files that end in .jsonl, and - for standard input.",
    completion: .file()
  )
  var paths: [String]

  @Option(help: ArgumentHelp("Only this run of the tests.", valueName: "id"))
  var run: String?

  /// The report; problems with the records are written to standard error.
  func report() async throws -> Report {
    let report = await reader.report()
    try check(report.input)
    return report
  }

  var reader: RecordReader { RecordReader(paths, run: run, progress: Progress(show: StandardStream.progress)) }

  /// Writes problems with the records to standard error; no record at all is an error.
  func check(_ input: Input) throws(CommandFailure) { try Self.check(input, in: paths, run: run) }

  static func check(_ input: Input, in paths: [String], run: String? = nil) throws(CommandFailure) {
    for problem in input.problems { StandardStream.error("warning: \(problem.printable)") }
    guard input.rows == 0 else { return }
    let ofRun = run.map { " of the run \($0)" } ?? ""
    throw CommandFailure("There is no record\(ofRun) in \(paths.joined(separator: ", ")).")
  }
}

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

  /// A choice without any run is an error, not an empty history.
  ///
  /// - Parameter runs: The number of runs that were chosen.
  func check(_ runs: Int, in input: InputOptions) throws(CommandFailure) {
    guard runs == 0 else { return }
    let choice = [branch.map { " on the branch \($0)" }, since.map { " since \($0)" }].compactMap { $0 }.joined()
    throw CommandFailure("There is no run with a step\(choice) in \(input.paths.joined(separator: ", ")).")
  }

  var filter: RunFilter { RunFilter(lastRuns: lastRuns, since: since, branch: branch) }
}

/// The place of the output.
struct OutputOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Write to this file, not to standard output.", valueName: "file"),
    completion: .file()
  )
  var output: String?

  func write(_ text: String) throws(CommandFailure) { try OutputFile.write(text, to: output) }
}
