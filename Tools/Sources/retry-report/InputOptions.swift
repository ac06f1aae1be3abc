import ArgumentParser
import RetryReport

/// Where the records are.
struct InputOptions: ParsableArguments {
  @Argument(help: "Files of records, and folders with files that end in .jsonl.", completion: .file())
  var paths: [String]

  @Option(help: ArgumentHelp("Only this run of the tests.", valueName: "id"))
  var run: String?

  /// Reads the records; says on standard error what could not be read.
  func report() async throws -> Report {
    let report = await reader.report()
    try check(report.input)
    return report
  }

  var reader: RecordReader { RecordReader(paths, run: run, progress: Progress(show: StandardStream.progress)) }

  /// Says on standard error what could not be read; nothing to report is an error.
  func check(_ input: Input) throws(CommandFailure) {
    for problem in input.problems { StandardStream.error("warning: \(problem.printable)") }
    guard input.rows == 0 else { return }
    let ofRun = run.map { " of the run \($0)" } ?? ""
    throw CommandFailure("There is no record\(ofRun) in \(paths.joined(separator: ", ")).")
  }
}
