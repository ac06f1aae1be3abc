import ArgumentParser
import RetryReport

/// Suggestions for policies.
struct AdviseCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "advise",
    abstract: "The retries that are enough, the steps that need only wait, the resets that never helped."
  )

  @OptionGroup var input: InputOptions
  @OptionGroup var output: OutputOptions

  func run() async throws {
    try output.write(Advice(try await input.report()).text)
  }
}
