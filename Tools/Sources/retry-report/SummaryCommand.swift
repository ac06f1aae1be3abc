import ArgumentParser
import Foundation
import RetryReport

/// The figures of all steps, for people and machines.
struct SummaryCommand: AsyncParsableCommand {
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, markdown, github, html, json, retryable
  }

  static let configuration = CommandConfiguration(
    commandName: "summary",
    abstract: "What was retried, how often, and what it cost; worst first."
  )

  @OptionGroup var input: InputOptions

  @Option(help: "How to write it: \(Format.allCases.map(\.rawValue).joined(separator: ", ")).")
  var format = Format.text

  @OptionGroup var output: OutputOptions

  @Option(
    help: ArgumentHelp("On the page, what the run says that this baseline did not.", valueName: "file"),
    completion: .file()
  )
  var baseline: String?

  @Option(
    help: ArgumentHelp(
      "On the page, the address of the source, such as https://github.com/shop/app/blob/{commit}/{file}#L{line}.",
      valueName: "address"
    )
  )
  var sourceURL: String?

  @Option(
    help: ArgumentHelp(
      "On the page, the address of a run, such as https://github.com/shop/app/actions/runs/{run}.",
      valueName: "address"
    )
  )
  var runURL: String?

  @Flag(help: "In the text, list the actions that were never retried too.")
  var all = false

  @Option(
    help: ArgumentHelp("Exit with 1 if more steps and tests than this recovered, in percent.", valueName: "percent")
  )
  var failOnFlakeRate: Double?

  @Option(
    help: ArgumentHelp(
      "Exit with 1 if more steps of any one action than this recover, in percent, with 95 % confidence.",
      valueName: "percent"
    )
  )
  var failOnActionFlakeRate: Double?

  @Option(
    help: ArgumentHelp(
      "Actions that may be more flaky: lines of a day until which, the action, and why, with | between.",
      valueName: "file"
    ),
    completion: .file()
  )
  var exceptions: String?

  @Option(help: ArgumentHelp("Exit with 1 if so many steps and whole tests recovered, or more.", valueName: "count"))
  var failOnRecovered: Int?

  @Flag(help: "Exit with 1 if a step or a whole test did not succeed at all.")
  var failOnExhausted = false

  func validate() throws {
    if let failOnFlakeRate, !(0...100).contains(failOnFlakeRate) {
      throw ValidationError("--fail-on-flake-rate is \(failOnFlakeRate), and must be 0 to 100.")
    }
    if let failOnActionFlakeRate, !(0...100).contains(failOnActionFlakeRate) {
      throw ValidationError("--fail-on-action-flake-rate is \(failOnActionFlakeRate), and must be 0 to 100.")
    }
    if baseline != nil, format != .html {
      throw ValidationError("--baseline is for --format html; retry-report compare has the other formats.")
    }
    try Self.check("--source-url", sourceURL, gap: "file", for: format)
    try Self.check("--run-url", runURL, gap: "run", for: format)
    if exceptions != nil, failOnActionFlakeRate == nil {
      throw ValidationError("--exceptions is for --fail-on-action-flake-rate, which is not there.")
    }
    if let failOnRecovered, failOnRecovered < 1 {
      throw ValidationError("--fail-on-recovered is \(failOnRecovered), and must be 1 or more.")
    }
  }

  private static func check(_ option: String, _ address: String?, gap: String, for format: Format) throws {
    guard let address else { return }
    guard Links.isTemplate(address, for: gap) else {
      throw ValidationError(
        "\(option) is \"\(address)\", and must begin with https:// or http:// and have {\(gap)} in it."
      )
    }
    guard format == .html else { throw ValidationError("\(option) is for --format html.") }
  }

  func run() async throws {
    let full = try await full()
    try input.check(full.report.input)
    try output.write(try text(full))
    if format == .text { StandardStream.error(hint) }
    let gates = Gates(
      flakeRate: failOnFlakeRate,
      actionFlakeRate: failOnActionFlakeRate,
      exceptions: try exceptions.map(Self.exceptions) ?? [],
      recovered: failOnRecovered,
      exhausted: failOnExhausted
    )
    let problems = gates.problems(full.report)
    let failures = gates.failures(full.report)
    for sentence in problems + failures { StandardStream.error("error: \(sentence)") }
    if !problems.isEmpty { throw ExitCode(2) }
    if !failures.isEmpty { throw ExitCode(1) }
  }

  /// The commands to try next.
  private var hint: String {
    let records = input.paths.map(\.printable).joined(separator: " ")
    return """

      The page has every attempt:  retry-report \(records) --format html --output retries.html
      What to change:              retry-report advise \(records)
      """
  }

  private var folder: String { output.output?.folder ?? "." }

  private static func exceptions(in path: String) throws(CommandFailure) -> [GateException] {
    let bytes = try InputFile.read(path)
    do {
      return try GateException.all(in: String(decoding: bytes, as: UTF8.self), today: Day.today)
    } catch {
      throw CommandFailure("\(path): \(error)")
    }
  }

  /// The report; kinds of causes and runs, which take their time, only for the page.
  private func full() async throws -> FullReport {
    let known = try baseline.map(BaselineFile.read)
    return format == .html
      ? await input.reader.fullReport(comparedWith: known) : FullReport(await input.reader.report())
  }

  private func text(_ full: FullReport) throws -> String {
    switch format {
    case .text:
      TextFormat.render(
        full.report,
        isComplete: all,
        width: output.output == nil ? StandardStream.width : nil
      )
    case .markdown: MarkdownFormat.render(full.report)
    case .github: GitHubFormat.render(full.report)
    case .html: HTMLFormat.render(full, links: Links(source: sourceURL, run: runURL), in: folder)
    case .json: try JSONFormat.render(full.report)
    case .retryable: try RetryableFormat.render(full.report)
    }
  }
}
