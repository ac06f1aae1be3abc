/// The report of a job on its records: the figures, the comparison, and the reasons to fail.
public struct CIReport: Sendable {
  public let full: FullReport
  /// A sentence for each thing that could not be done.
  public var problems: [String] = []
  /// Sentences beside the figures, such as that there was no baseline.
  public var notes: [String] = []
  /// A sentence for each gate that is shut.
  public var failures: [String] = []

  public init(_ full: FullReport) {
    self.full = full
  }

  /// For the log: the reasons to fail first, and one line if there is nothing to do.
  public var text: String {
    if isCalm { return "\(full.report.headline)\(nothingNew)\n" }
    let verdicts = sentences.map { "\($0.title): \($0.text.printable)\n" }.joined()
    let comparison = full.comparison.map { ComparisonFormat.text($0, isComplete: false) } ?? ""
    return [verdicts, TextFormat.render(full.report), comparison].filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private var isCalm: Bool {
    sentences.isEmpty && regressions.isEmpty && full.report.input.dead.isEmpty
      && full.report.actions.allSatisfy { $0.failedForGood == 0 }
  }

  private var regressions: [ComparisonFinding] { full.comparison?.findings.filter { $0.sort == .bad } ?? [] }

  private var nothingNew: String {
    full.comparison.map { comparison in
      let older = comparison.baselineRuns.counted("older run")
      let findings = comparison.findings.count
      let calm = findings == 0 ? "Nothing new" : "No alarm, and \(findings.counted("finding")) on the page,"
      return " \(comparison.problem ?? "\(calm) beside \(older).")"
    } ?? ""
  }

  /// For a page of the CI.
  public var markdown: String {
    let verdicts = sentences.map { "- **\($0.title):** \($0.text.printable.escapedForMarkdown)\n" }.joined()
    let comparison = full.comparison.map { ComparisonFormat.markdown($0, isComplete: false) } ?? ""
    let parts = [verdicts, comparison, MarkdownFormat.render(full.report)]
    return (parts.filter { !$0.isEmpty }.joined(separator: "\n") + "\n").cut(toBytes: Self.mostBytes)
  }

  /// GitHub and Buildkite accept at most 1 MiB.
  private static let mostBytes = 1_000_000

  /// Commands that GitHub Actions shows at the lines of the steps; it takes ten, so the reasons to fail come first.
  ///
  /// Steps that recovered are in the summary and on the page.
  public var annotations: String {
    GitHubFormat.lines(
      (failures + problems).map { GitHubFormat.ofJob($0, isError: true) }
        + notes.map { GitHubFormat.ofJob($0, isError: false) }
        + GitHubFormat.ofFailures(full.report) + ComparisonFormat.commands(regressions)
    )
  }

  private var sentences: [(title: String, text: String)] {
    failures.map { ("Failed", $0) } + problems.map { ("Not done", $0) } + notes.map { ("Note", $0) }
  }
}

extension String {
  /// The first lines that fit.
  fileprivate func cut(toBytes most: Int) -> String {
    guard utf8.count > most else { return self }
    let end = "\nThe rest is on the page.\n"
    let head = utf8.prefix(most - end.utf8.count)
    return String(decoding: head[..<(head.lastIndex(of: UInt8(ascii: "\n")) ?? head.startIndex)], as: UTF8.self) + end
  }
}
