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
      let words = CommandLine.arguments.dropFirst().prefix { !$0.hasPrefix("-") }
      let isHelp = CommandLine.arguments.contains { ["--help", "-h", "-help"].contains($0) }
      let named = words.first == "help" ? words.dropFirst().first : isHelp ? words.first : nil
      if let word = named, !names.contains(word), !FileManager.default.fileExists(atPath: word) {
        throw ValidationError("\(word) is not a subcommand. \(sentenceOfNames)")
      }
      try refuseSingleDashes(in: CommandLine.arguments.dropFirst().prefix { $0 != "--" })
      if let word = CommandLine.arguments.first(where: { $0.hasSuffix("\r") }) {
        throw ValidationError(
          "\(word.dropLast()) ends with a carriage return: save the script or YAML with the line ends of Unix (LF)."
        )
      }
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
      let hints = hints(for: CommandLine.arguments.dropFirst())
      StandardStream.error(([fullMessage(for: error)] + hints).joined(separator: "\n"))
      exit(withError: ExitCode(2))
    }
  }

  /// Refuses `-format`, which the parser takes for the options `-f`, `-o`, and so on; `-h` among them would print the help.
  private static func refuseSingleDashes(in arguments: ArraySlice<String>) throws {
    let word = arguments.first { $0 != "-help" && $0.starts(with: /-[A-Za-z]{2}/) }
    if let word { throw ValidationError("Unknown option '\(word)'. Write two dashes: -\(word)") }
  }

  /// The names of the subcommands.
  static var names: [String] { configuration.subcommands.compactMap { $0.configuration.commandName } }

  static var sentenceOfNames: String { "The subcommands are: \(names.joined(separator: ", "))." }

  /// A sentence for each option that another subcommand has, or that is the name of an argument, a format or almost a gate.
  private static func hints(for arguments: ArraySlice<String>) -> [String] {
    let helps = configuration.subcommands.map { (name: $0.configuration.commandName ?? "", text: helpMessage(for: $0)) }
    let command = helps.first { $0.name == arguments.first }?.name ?? "summary"
    if command == "accept", let reason = arguments.firstIndex(of: "--reason") {
      let words = arguments[(reason + 1)...].prefix { !$0.hasPrefix("-") }
      if words.count > 1 {
        return ["  Put the reason in quotes: --reason \(words.joined(separator: " ").quotedForShell)"]
      }
    }
    return arguments.filter { $0.hasPrefix("-") }.compactMap { argument in
      if ["-v", "-V"].contains(argument) { return "  The option for the version is --version." }
      if argument == "--all", command == "accept" { return "  Each finding is accepted by its name." }
      if argument.contains(" -") { return "  \(argument) is one argument: remove the quotes." }
      let option = String(argument.prefix { $0 != "=" })
      if ["--since", "--until", "--from", "--to", "--days", "--last"].contains(option) {
        return "  Records are not chosen by date: keep a folder for each month, and name the folders."
      }
      if ["--shard", "--shards"].contains(option) {
        return "  Shards need no option: name the folders of all of them."
      }
      let name = "<\(option.dropFirst(2))>"
      if helps.contains(where: { $0.name == command && $0.text.contains("\n  \(name) ") }) {
        return "  \(name) is not an option: write it without \(option)."
      }
      if command == "ci", ["-o", "--output"].contains(option) {
        return "  The page goes to --page <file>, the rest to standard output."
      }
      let owners = helps.filter { $0.text.contains("\(option) ") || $0.text.contains("\(option)\n") }.map(\.name)
      if owners.contains(command) { return nil }
      if let format = SummaryCommand.Format(rawValue: String(option.dropFirst(2))) {
        return "  The option for a format is --format \(format.rawValue)."
      }
      if owners.isEmpty, option.hasPrefix("--fail-on") || option == "--gates" {
        let gates = Set(helps.flatMap { $0.text.matches(of: /--fail-on-[a-z-]+/).map { String($0.0) } }).sorted()
        return "  The gates are \(gates.joined(separator: ", "))."
      }
      return owners.isEmpty ? nil : "  \(option) is an option of \(owners.joined(separator: " and "))."
    }
  }
}
