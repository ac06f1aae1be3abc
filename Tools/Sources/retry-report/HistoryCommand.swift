public import ArgumentParser
public import RetryReport

extension History.Period: ExpressibleByArgument {}

/// The rates of first attempts that fail, from run to run.
struct HistoryCommand: AsyncParsableCommand {
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, markdown, json
  }

  static let configuration = CommandConfiguration(
    commandName: "history",
    abstract: "The rate of each action from run to run, and since when it has been another."
  )

  @OptionGroup var input: InputOptions
  @OptionGroup var filter: FilterOptions

  @Option(help: "The time of a bar: \(History.Period.allCases.map(\.rawValue).joined(separator: ", ")).")
  var by = History.Period.run

  @Option(help: "The format: \(Format.allCases.map(\.rawValue).joined(separator: ", ")).")
  var format = Format.text

  @OptionGroup var output: OutputOptions

  func run() async throws {
    let (read, history) = await input.reader.history(
      filter.filter,
      by: by,
      progress: StandardStream.progress
    )
    try input.check(read)
    try filter.check(history.periodCount, in: input)
    let text =
      switch format {
      case .text: HistoryFormat.text(history)
      case .markdown: HistoryFormat.markdown(history)
      case .json: try HistoryFormat.json(history)
      }
    try output.write(text)
  }
}
