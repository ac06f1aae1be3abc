import ArgumentParser
import RetryReport

/// Suggestions for policies, and what to clean up.
struct AdviseCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "advise",
    abstract: "What to change: retries, limits and resets, steps that are broken, excuses that have expired."
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
    try output.write(Advice(try await input.report(), today: today ?? Day.today).text)
  }
}
