import ArgumentParser
import Foundation
import RetryReport
import RunComparison

/// Reports on retried steps.
@main
struct RetryReportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "retry-report",
    abstract: "Report on retried steps: how often, why, and at what cost.",
    discussion: """
      Set AUTO_RETRY_REPORT=<folder> to make tests write records. The exit code is 0 on success, 1 if a gate \
      (--fail-on-…) fails, and 2 if the arguments are wrong, something could not be done, or there is nothing to report.

      Without a subcommand, the command prints the summary; see retry-report summary --help.
      """,
    version: version,
    subcommands: [
      SummaryCommand.self, BaselineCommand.self, CompareCommand.self, CICommand.self,
      AcceptCommand.self,
    ],
    defaultSubcommand: SummaryCommand.self
  )

  /// Runs the command with exit codes of its own; ArgumentParser's code for wrong arguments is 64.
  static func main() async {
    StandardStream.prepare()
    do {
      var command = try parseAsRoot()
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch let code as ExitCode {
      exit(withError: code)
    } catch  where error is CommandFailure || error is Comparison.Impossible {
      StandardStream.error("error: \(error)")
      exit(withError: ExitCode(2))
    } catch {
      let code = exitCode(for: error)
      if code == .success { exit(withError: error) }
      StandardStream.error(fullMessage(for: error))
      exit(withError: ExitCode(2))
    }
  }
}
