import ArgumentParser
import RetryReport

/// Retries and excuses that should go.
struct AuditCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "audit",
    abstract: "Retries that were never needed, steps that are broken, excuses that have expired."
  )

  @OptionGroup var input: InputOptions
  @OptionGroup var output: OutputOptions

  @Option(help: ArgumentHelp("The day to compare excuses with; today by default.", valueName: "yyyy-mm-dd"))
  var today: String?

  func validate() throws {
    if let today, !Day.isDay(today) {
      throw ValidationError("--today is \"\(today)\", and must be a date such as 2027-03-31.")
    }
  }

  func run() async throws {
    let day = today ?? Day.today
    try output.write(Audit(try await input.report(), today: day).text)
  }
}
