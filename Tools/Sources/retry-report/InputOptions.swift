import ArgumentParser
import RetryReport

/// The records to read.
struct InputOptions: ParsableArguments {
  @Argument(
    help: "Files of records, folders with files that end in .jsonl, and - for standard input.",
    completion: .file()
  )
  var paths: [String]

  func validate() throws { try Self.refuseEmpty(paths) }

  /// An empty path, such as that of a variable without a value, would be the folder that the command runs in.
  static func refuseEmpty(_ paths: [String]) throws {
    if paths.contains("") { throw ValidationError("A path of records is empty.") }
  }

  /// The report; problems with the records are written to standard error.
  func report() async throws -> Report {
    let report = await reader.report()
    try check(report.input)
    return report
  }

  var reader: RecordReader { RecordReader(paths) }

  /// Writes problems with the records to standard error; no record at all is an error.
  func check(_ input: Input) throws(CommandFailure) { try Self.check(input, in: paths) }

  static func check(_ input: Input, in paths: [String]) throws(CommandFailure) {
    for problem in input.problems { StandardStream.error("warning: \(problem.printable)") }
    guard input.rows == 0 else { return }
    let reason = input.isEmpty ? ": no step has run with AUTO_RETRY_REPORT set to it" : ""
    throw CommandFailure("There is no record in \(paths.joined(separator: ", "))\(reason).")
  }
}
