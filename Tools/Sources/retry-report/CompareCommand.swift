import ArgumentParser
import RetryReport
import RunComparison

/// A comparison of runs with a baseline.
struct CompareCommand: AsyncParsableCommand {
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, markdown, json
  }

  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Find new causes of a run, and failure rates that have increased since the baseline."
  )

  @Argument(help: "The baseline.", completion: .file(), transform: FilePath.parse)
  var baseline: String

  @OptionGroup var input: InputOptions

  @Option(help: "The output format.")
  var format = Format.text

  @OptionGroup var output: OutputOptions

  @OptionGroup var gates: ComparisonGateOptions

  func run() async throws {
    if baseline.isFolder {
      let writer = "retry-report baseline \(baseline.quotedForShell) --output baseline.json"
      throw CommandFailure("\(baseline.printable) is a folder. The baseline comes first, and \(writer) writes one.")
    }
    try output.refuse(toOverwrite: input.reader.files + [baseline])
    let known = try BaselineFile.read(baseline)
    let (read, runs) = try await input.reader.runs()
    try InputOptions.check(read, in: input.paths)
    if let sentence = known.usedID(in: runs) { throw CommandFailure(sentence) }
    var comparison = try Comparison(runs, with: known, level: gates.level / 100)
    // Only the baseline of `ci` has alarms, and this file may be a copy.
    comparison.accept = nil
    let gap = gates.gap(comparison)
    let notes = [
      runs.ids.count > 1 ? "The records are of \(runs.ids.count) runs, which are compared together." : nil,
      known.noteOnSize, gap?.passes == true ? gap?.sentence : nil,
    ].compactMap(\.self)
    for note in notes + gates.notes(on: comparison, isGated: gates.isSet) { StandardStream.error("note: \(note)") }
    let gaps = gates.problems(read)
    let missing = gaps.isEmpty ? InputOptions.gaps(read, in: input.paths) : gaps
    let open = gap?.passes == false ? gap?.sentence : nil
    output.warn(unlessIn: format)
    try end(
      failures: gates.results(comparison, isChecked: true).flatMap(\.failures),
      problems: read.errors + missing + [open].compactMap(\.self),
      after: [{ try output.write(try text(comparison)) }]
    )
  }

  private func text(_ comparison: Comparison) throws -> String {
    switch format {
    case .text: ComparisonFormat.text(comparison.summary)
    case .markdown: ComparisonFormat.markdown(comparison.summary)
    case .json: try comparison.json()
    }
  }
}
