import ArgumentParser
import Foundation
import RetryReport

/// Turns the records of retried steps into figures.
@main
struct RetryReportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "retry-report",
    abstract: "Turns the records of retried steps into figures.",
    discussion: """
      AUTO_RETRY_REPORT=<folder> makes the tests write records. The exit code is 0 if all is well, 1 if a gate \
      (--fail-on-…) is shut, and 2 if the arguments are wrong or there is nothing to report.

      Without a subcommand it is the summary, whose options are in retry-report summary --help.
      """,
    version: version,
    subcommands: [
      SummaryCommand.self, BaselineCommand.self, CompareCommand.self, CICommand.self,
      AcceptCommand.self,
    ],
    defaultSubcommand: SummaryCommand.self
  )

  /// Runs the command, with exit codes of its own: those of the library say 64 for wrong arguments.
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
    } catch let failure as CommandFailure {
      StandardStream.error("error: \(failure.message)")
      exit(withError: ExitCode(2))
    } catch let failure as Comparison.Impossible {
      StandardStream.error("error: \(failure)")
      exit(withError: ExitCode(2))
    } catch {
      let code = exitCode(for: error)
      if code == .success { exit(withError: error) }
      StandardStream.error(fullMessage(for: error))
      exit(withError: ExitCode(2))
    }
  }
}
