import ArgumentParser
import Foundation

/// An error other than wrong arguments: the command prints it and exits with 2.
struct CommandFailure: Error, CustomStringConvertible {
  let description: String
  /// Whether a file must stay as it is, because another program or another user can read it.
  let isLasting: Bool

  init(_ description: String, isLasting: Bool = false) {
    (self.description, self.isLasting) = (description, isLasting)
  }
}

extension ParsableCommand {
  /// The name by which the user runs the program: the plugin is a command with another name.
  var program: String { ProcessInfo.processInfo.environment["RETRY_REPORT_COMMAND"] ?? "retry-report" }

  /// Ends the command; a gate that fails goes before one that could not be checked, or a part that failed.
  func end(failures: [String], problems: [String]) throws(ExitCode) {
    for line in problems + failures { StandardStream.error("error: \(line)") }
    if !failures.isEmpty { throw ExitCode(1) }
    if !problems.isEmpty { throw ExitCode(2) }
  }
}
