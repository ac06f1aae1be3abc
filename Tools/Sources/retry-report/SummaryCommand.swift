import ArgumentParser
import Foundation
import RetryReport

/// The figures of all steps, for people and machines.
struct SummaryCommand: AsyncParsableCommand {
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, markdown, html, json
  }

  static let configuration = CommandConfiguration(
    commandName: "summary",
    abstract: "The steps that were retried, how often, and at what cost; the worst first."
  )

  @OptionGroup var input: InputOptions

  @Option(help: "The format: \(Format.allCases.map(\.rawValue).joined(separator: ", ")).")
  var format = Format.text

  @OptionGroup var output: OutputOptions

  @Option(
    help: ArgumentHelp("On the page, the comparison with this baseline.", valueName: "file"),
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

  @OptionGroup var gates: GateOptions

  func validate() throws {
    if baseline != nil, format != .html {
      throw ValidationError("--baseline is for --format html; retry-report compare has the other formats.")
    }
    try Self.check("--source-url", sourceURL, gaps: ["file", "line", "commit"], for: format)
    try Self.check("--run-url", runURL, gaps: ["run"], for: format)
  }

  private static func check(_ option: String, _ address: String?, gaps: [String], for format: Format) throws {
    guard let address else { return }
    guard Links.isTemplate(address, for: gaps[0]) else {
      throw ValidationError(
        "\(option) is \"\(address)\", and must begin with https:// or http:// and have {\(gaps[0])} in it."
      )
    }
    if let unknown = Links.unknownGap(in: address, knowing: gaps) {
      let known = gaps.map { "{\($0)}" }.joined(separator: ", ")
      throw ValidationError("\(option) has \(unknown), which nothing fills; it may have \(known).")
    }
    guard format == .html else { throw ValidationError("\(option) is for --format html.") }
  }

  func run() async throws {
    let full = try await full()
    try input.check(full.report.input)
    if let sourceURL, sourceURL.contains("{commit}"), !full.hasCommit {
      StandardStream.error("warning: --source-url has {commit}, and the records name none, so no place is a link.")
    }
    try output.write(try text(full))
    if format == .text { StandardStream.error(hint) }
    let shut = gates.gates.failures(full.report)
    let open = gates.gates.problems(full.report)
    for sentence in open + shut { StandardStream.error("error: \(sentence)") }
    if !shut.isEmpty { throw ExitCode(1) }
    if !open.isEmpty { throw ExitCode(2) }
  }

  /// The commands to try next.
  private var hint: String {
    let records = input.paths.map(\.printable).joined(separator: " ")
    // The plugin is another command.
    let program = ProcessInfo.processInfo.environment["RETRY_REPORT_COMMAND"] ?? "retry-report"
    return """

      The page has every attempt:  \(program) \(records) --format html --output retries.html
      What to change:              \(program) advise \(records)
      """
  }

  private var folder: String { output.output?.folder ?? "." }

  /// The report; kinds of causes and runs, which take their time, only for the page.
  private func full() async throws -> FullReport {
    guard format == .html else { return FullReport(await input.reader.report()) }
    let known = try baseline.map(BaselineFile.read)
    var full = await input.reader.fullReport()
    if let known, !full.runs.isEmpty { try full.compare(with: known) }
    return full
  }

  private func text(_ full: FullReport) throws -> String {
    switch format {
    case .text:
      TextFormat.render(full.report, width: output.output == nil ? StandardStream.width : nil)
    case .markdown: MarkdownFormat.render(full.report)
    case .html: HTMLFormat.render(full, links: Links(source: sourceURL, run: runURL), in: folder)
    case .json: try JSONFormat.render(full.report)
    }
  }
}
