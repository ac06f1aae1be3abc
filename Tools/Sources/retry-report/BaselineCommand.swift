import ArgumentParser
import Foundation
import RetryReport

/// What is known of each action, to compare a run with.
struct BaselineCommand: AsyncParsableCommand {
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case json, markdown
  }

  static let configuration = CommandConfiguration(
    commandName: "baseline",
    abstract: "What is known of each action: how often it fails, and of which kinds of causes."
  )

  @OptionGroup var input: InputOptions

  @Option(help: "How to write it: json, which compare reads, or markdown.")
  var format = Format.json

  @OptionGroup var output: OutputOptions

  @Option(
    help: ArgumentHelp("A baseline to add to; runs that it has are not counted again.", valueName: "file"),
    completion: .file()
  )
  var addTo: String?

  @OptionGroup var filter: FilterOptions

  func run() async throws {
    let old = try addTo.map(BaselineFile.read)
    let (read, baseline) = await input.reader.baseline(filter.filter, onTopOf: old)
    try input.check(read)
    try output.write(format == .json ? baseline.json() : BaselineFormat.markdown(baseline))
  }
}
