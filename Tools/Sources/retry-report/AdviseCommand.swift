import ArgumentParser
import RetryReport

/// How the policies should be, as far as the records can tell.
struct AdviseCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "advise",
    abstract: "How many retries are enough, where waiting would do, which reset steps never helped."
  )

  @OptionGroup var input: InputOptions

  func run() async throws {
    try StandardStream.output(Advice(try await input.report()).text)
  }
}
