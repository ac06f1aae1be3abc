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

  func run() async throws {
    try output.write(Advice(try await input.report(), today: Day.today).text)
  }
}
