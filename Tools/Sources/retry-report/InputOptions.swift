import ArgumentParser
import RetryReport

/// The records to read.
struct InputOptions: ParsableArguments {
  @Argument(
    help: "Files of records, folders with .jsonl files, or - for standard input.",
    completion: .file()
  )
  var paths: [String]

  func validate() throws { try Self.refuseEmpty(paths) }

  /// Refuses an empty path, such as an unset variable, because it would mean the current folder.
  static func refuseEmpty(_ paths: [String]) throws {
    if paths.contains("") { throw ValidationError("A path of records is empty.") }
  }

  var reader: RecordReader { RecordReader(paths) }

  /// Writes problems with the records to standard error, and fails if there is no record.
  static func check(_ input: Input, in paths: [String]) throws(CommandFailure) {
    for problem in input.problems { StandardStream.error("warning: \(problem.printable)") }
    guard input.rows == 0 else { return }
    let reason = input.isEmpty ? ": no step has run with AUTO_RETRY_REPORT set to it" : ""
    throw CommandFailure("There are no records in \(paths.joined(separator: ", "))\(reason).")
  }
}
