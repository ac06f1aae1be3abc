import ArgumentParser
import Foundation
import RetryReport

/// What a run says that the baseline did not.
struct CompareCommand: AsyncParsableCommand {
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, markdown, github, json
  }

  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "What a run says that the baseline did not: new causes, and rates that have risen."
  )

  @Argument(help: "What retry-report baseline has written.", completion: .file())
  var baseline: String

  @OptionGroup var input: InputOptions

  @Option(help: "How to write it: \(Format.allCases.map(\.rawValue).joined(separator: ", ")).")
  var format = Format.text

  @OptionGroup var output: OutputOptions

  @Option(help: ArgumentHelp("How likely a false alarm among all rates may be, in percent.", valueName: "percent"))
  var level = 100 * Comparison.usualLevel

  @Flag(help: "Exit with 1 if an attempt failed of a cause that the baseline does not have.")
  var failOnNewCause = false

  @Flag(help: "Exit with 1 if the first attempts of an action fail more often than before.")
  var failOnRegression = false

  func validate() throws {
    guard level > 0, level < 100 else {
      throw ValidationError("--level is \(level), and must be more than 0 and less than 100.")
    }
  }

  func run() async throws {
    let (read, comparison) = await input.reader.comparison(with: try BaselineFile.read(baseline), level: level / 100)
    try input.check(read)
    let text =
      switch format {
      case .text: ComparisonFormat.text(comparison)
      case .markdown: ComparisonFormat.markdown(comparison)
      case .github: ComparisonFormat.github(comparison)
      case .json: try ComparisonFormat.json(comparison)
      }
    try output.write(text)
    let failures = comparison.failures(onNewCause: failOnNewCause, onRegression: failOnRegression)
    for failure in failures { StandardStream.error("error: \(failure)") }
    if !failures.isEmpty { throw ExitCode(1) }
  }
}
