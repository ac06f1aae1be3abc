import ArgumentParser
import Foundation
import RetryReport

/// Which retries and excuses should go.
struct AuditCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "audit",
    abstract: "Retries that were never needed, steps that are broken, excuses that have expired."
  )

  @OptionGroup var input: InputOptions

  @Option(help: ArgumentHelp("The day to compare excuses with; today by default.", valueName: "yyyy-mm-dd"))
  var today: String?

  func validate() throws {
    if let today, today.wholeMatch(of: /\d{4}-\d{2}-\d{2}/) == nil {
      throw ValidationError("--today is \"\(today)\", and must be a date such as 2027-03-31.")
    }
  }

  func run() async throws {
    let day = today ?? Date().formatted(.iso8601.year().month().day())
    try StandardStream.output(Audit(try await input.report(), today: day).text)
  }
}
