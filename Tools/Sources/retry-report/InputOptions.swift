import ArgumentParser
import Foundation
import RetryReport

/// The records to read.
struct InputOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "Files of records, folders with .jsonl files, or - for standard input.",
      valueName: "records"
    ),
    completion: .file(),
    transform: FilePath.parse
  )
  var paths: [String] = []

  var reader: RecordReader {
    get throws {
      // ArgumentParser would complain about it before a misspelled option.
      if paths.isEmpty { throw CommandFailure("Name a file or a folder of records, or - for standard input.") }
      return RecordReader(paths)
    }
  }

  /// A sentence for each path that could not be read.
  ///
  /// A process that died may leave a torn line, but its file can be read.
  static func gaps(_ input: Input, in paths: [String]) -> [String] {
    input.unread.filter { paths.contains($0) || FileManager.default.fileExists(atPath: $0) }
      .map { "\($0.printable) could not be read, so its records are missing." }
  }

  /// Writes problems with the records to standard error, and fails if there is no record.
  static func check(_ input: Input, in paths: [String]) throws(CommandFailure) {
    for problem in input.problems { StandardStream.error("warning: \(problem.printable)") }
    guard input.rows == 0 else { return }
    let isBare = paths.allSatisfy { (try? FileManager.default.contentsOfDirectory(atPath: $0))?.isEmpty == true }
    let reason = isBare ? ": no step has run with AUTO_RETRY_REPORT set to it" : ""
    let names = paths.map { $0 == "-" ? "standard input" : $0 }.joined(separator: ", ")
    throw CommandFailure("There are no records in \(names)\(reason).")
  }
}
