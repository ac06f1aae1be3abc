import ArgumentParser
import Foundation
import RetryReport

/// The figures of all steps, for people and machines.
struct SummaryCommand: AsyncParsableCommand {
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, markdown, html, json, ctrf
  }

  static let configuration = CommandConfiguration(
    commandName: "summary",
    abstract: "List the retried steps, how often they were retried, and at what cost, the worst first."
  )

  @OptionGroup var input: InputOptions

  @Option(help: "The output format.")
  var format = Format.text

  @OptionGroup var output: OutputOptions

  @Option(
    help: ArgumentHelp(
      "JUnit XML with the results of the tests: a file, a folder, or a pattern. Can be repeated.",
      valueName: "path"
    ),
    completion: .file(),
    transform: FilePath.parse
  )
  var junit: [String] = []

  @OptionGroup var gates: GateOptions

  func validate() throws {
    func isMissing(_ word: String) -> Bool { !FileManager.default.fileExists(atPath: word) && !word.isLink }
    if let word = input.paths.first(where: { RetryReportCommand.names.contains($0) && isMissing($0) }) {
      throw ValidationError("There is no file or folder \(word). A subcommand is the first word: \(program) \(word)")
    }
    // Without a subcommand, the first word may be one that is misspelled.
    if let word = input.paths.first, word.wholeMatch(of: /[A-Za-z]+/) != nil, isMissing(word) {
      if Format(rawValue: word) != nil { throw ValidationError("\(word) is a format: write --format \(word).") }
      throw ValidationError("\(word) is not a file, a folder or a subcommand. \(RetryReportCommand.sentenceOfNames)")
    }
  }

  func run() async throws {
    try output.refuse(toOverwrite: input.reader.files + junit.flatMap(JUnitFiles.files))
    // Only these need the runs and the timelines, which take time.
    var full =
      format == .html || format == .ctrf || !junit.isEmpty
      ? try await input.reader.fullReport(keepsAllTests: format == .ctrf) : FullReport(try await input.reader.report())
    try InputOptions.check(full.report.input, in: input.paths)
    let files = JUnitFiles(full.report, in: junit)
    if !junit.isEmpty { full.add(files.results) }
    let (results, gaps) = (gates.gates.results(full.report), gates.gates.problems(full.report))
    let missing = gaps.isEmpty ? InputOptions.gaps(full.report.input, in: input.paths) : gaps
    let problems = full.report.input.errors + missing + files.problems
    full.verdict = Verdict(gates: results, problems: problems)
    output.warn(unlessIn: format)
    let unknown = "Without --junit, the status of a test is \"other\" unless it recovered or failed in a step."
    let notes =
      [files.note, files.noteOnMarks, gates.note, format == .ctrf && junit.isEmpty ? unknown : nil].compactMap(\.self)
      + gates.gates.notes(full.report)
    for note in notes { StandardStream.error("note: \(note)") }
    let tasks: [() throws -> Void] = [
      { try output.write(try text(full)) }, { if missing.isEmpty { printHint(results) } },
    ]
    try end(failures: results.flatMap(\.failures), problems: problems, after: tasks)
  }

  /// Prints the command for the page, unless it could not read the same records again.
  private func printHint(_ results: [GateResult]) {
    let paths = input.paths + junit
    if format != .text || paths.contains(where: { $0.isStream || $0 != $0.withoutCommands }) { return }
    // The first word would be the subcommand.
    let records = input.paths.map { (RetryReportCommand.names + ["help"]).contains($0) ? "./\($0)" : $0.asPathForShell }
    let options = junit.map { "--junit \($0.asPathForShell)" } + results.map(\.option)
    let words = [program] + records + options + ["--format html --output retries.html"]
    StandardStream.error("\nThe page shows every attempt:  \(words.joined(separator: " "))")
  }

  private func text(_ full: FullReport) throws -> String {
    switch format {
    case .text: TextFormat.render(full.report)
    case .markdown: MarkdownFormat.render(full.report)
    case .html: HTMLFormat.render(full, owners: .ofRepository(), in: output.output?.folder ?? ".")
    case .ctrf: try CTRFFormat.render(full.report, full.timelines)
    case .json: try JSONFormat.render(full.report)
    }
  }
}
