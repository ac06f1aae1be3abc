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

  /// Ends the command after its last tasks, of which one that fails does not stop the others.
  ///
  /// A gate that fails goes before everything that could not be checked or done.
  func end(failures: [String], problems: [String], after tasks: [() throws -> Void] = []) throws(ExitCode) {
    var problems = problems
    for task in tasks {
      do { try task() } catch { problems.append("\(error)") }
    }
    for line in problems + failures { StandardStream.error("error: \(line)") }
    if !failures.isEmpty { throw ExitCode(1) }
    if !problems.isEmpty { throw ExitCode(2) }
  }
}
