import ArgumentParser
import Foundation
import RetryReport
import RunComparison

/// Accepts a finding.
struct AcceptCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "accept",
    abstract: "Accept a finding on the default branch, so that it counts as usual from then on.",
    discussion:
      "The baseline records who accepted it, why, and on which day. Without a finding, the command lists the open ones."
  )

  @Argument(help: "The name of the finding, which the last line of the finding contains.")
  var finding: String?

  @Option(help: "Why the finding is acceptable.")
  var reason = ""

  @Option(help: ArgumentHelp("Who accepts it. Defaults to the user of the CI job or the computer.", valueName: "name"))
  var by: String?

  @Option(help: "The baseline.", completion: .file(), transform: FilePath.parse)
  var baseline = AcceptCommandLine.usualBaseline

  func validate() throws {
    if finding == nil, !reason.isEmpty || by != nil {
      throw ValidationError("Name the finding to accept. Without an option, the command lists the open findings.")
    }
    if by?.allSatisfy(\.isWhitespace) == true { throw ValidationError("--by is empty: is the variable in it set?") }
    if finding != nil, reason.allSatisfy(\.isWhitespace) {
      throw ValidationError("Say why the finding is acceptable: --reason <reason>.")
    }
  }

  func run() throws {
    if !FileManager.default.fileExists(atPath: baseline) {
      throw CommandFailure(
        "There is no \(baseline.absolutePath.printable). Run accept in the folder where retry-report ci keeps it, or "
          + "name it with --baseline."
      )
    }
    guard let finding else {
      let known = try BaselineFile.read(baseline)
      let open = known.openFindings
      let lines = open.isEmpty ? ["There are no open findings."] : open
      return try StandardStream.output(lines.map { "\($0)\n" }.joined())
    }
    try FileLock.hold(baseline) {
      var known = try BaselineFile.read(baseline)
      let name = by ?? user ?? "unknown"
      guard known.accept(finding, by: name, reason: reason, on: Int64.now.asDay) else {
        if let acceptance = known.acceptance(of: finding) {
          throw CommandFailure("\(finding.printable) was already accepted \(acceptance)")
        }
        let open = known.openFindings
        let list =
          open.isEmpty
          ? "none is open. Only retry-report ci on the default branch opens findings."
            + BaselineFile.adviceOnOther(than: baseline)
          : "these are open: \(open.joined(separator: "; "))"
        throw CommandFailure("\(baseline) has no open finding \"\(finding.printable)\"; \(list)")
      }
      try OutputFile.write(try known.json(), to: baseline)
      let advice = by ?? user == nil ? " The option --by <name> says who." : ""
      try StandardStream.output("Accepted \(finding.printable), by \(name.printable).\(advice)\n")
    }
  }

  private var user: String? {
    let variables = ProcessInfo.processInfo.environment
    let names = ["GITHUB_ACTOR", "GITLAB_USER_LOGIN", "USER", "LOGNAME"].compactMap { variables[$0] }
    return names.first { !$0.isEmpty }
  }
}
