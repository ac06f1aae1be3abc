import ArgumentParser
import Foundation
import RetryReport

/// An alarm that may stay as it is.
struct AcceptCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "accept",
    abstract: "Accepts a finding of the default branch: what got worse is the usual from then on.",
    discussion:
      "The baseline keeps who accepted it, why, and on which day. Without a finding it lists those that are open."
  )

  @Argument(help: "The name of the finding, as its last line has it.")
  var finding: String?

  @Option(help: "Why it may stay.")
  var reason = ""

  @Option(help: ArgumentHelp("Who accepts it; by default the user of the CI or of the computer.", valueName: "name"))
  var by: String?

  @Option(help: ArgumentHelp("The baseline.", valueName: "file"), completion: .file())
  var baseline = ".retry-baseline.json"

  func validate() throws {
    if finding != nil, reason.allSatisfy(\.isWhitespace) { throw ValidationError("--reason says why it may stay.") }
  }

  func run() throws {
    guard let finding else {
      let open = try BaselineFile.read(baseline).openFindings
      return try StandardStream.output(open.map { "\($0)\n" }.joined() + (open.isEmpty ? "No finding is open.\n" : ""))
    }
    try FileLock.hold(baseline) {
      var known = try BaselineFile.read(baseline)
      guard known.accept(finding, by: by ?? user, reason: reason, on: Day.today) else {
        let open = known.openFindings
        let list = open.isEmpty ? "none is open" : "open are: \(open.joined(separator: "; "))"
        throw CommandFailure("\(baseline) has no open finding \"\(finding.printable)\"; \(list)")
      }
      try OutputFile.write(try known.json(), to: baseline)
    }
  }

  private var user: String {
    let variables = ProcessInfo.processInfo.environment
    let names = ["GITHUB_ACTOR", "GITLAB_USER_LOGIN", "USER", "LOGNAME"].compactMap { variables[$0] }
    return names.first { !$0.isEmpty } ?? "unknown"
  }
}
