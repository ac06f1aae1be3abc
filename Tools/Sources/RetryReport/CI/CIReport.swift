/// The report of a CI job: the figures, the comparison, and the reasons to fail.
public struct CIReport: Sendable {
  public var full: FullReport
  /// A sentence for each task that could not be done.
  public var problems: [String] = []
  /// Sentences with further information, such as that there was no baseline.
  public var notes: [String] = []
  /// Whether the runs may be added to the baseline; one that cannot be read may have to stay as it is.
  public var mayLearn = true

  public init(_ full: FullReport) {
    self.full = full
  }

  /// A sentence for each gate that fails.
  public var failures: [String] { full.verdict.gates.flatMap(\.failures) }

  public mutating func add(_ sentence: String, isProblem: Bool) {
    if isProblem { problems.append(sentence) } else { notes.append(sentence) }
  }

  /// The text for the log: the reasons to fail first, or a single line if there is nothing to do.
  public var text: String {
    let comparison = full.comparison.map(ComparisonFormat.text) ?? ""
    if isCalm {
      let head = "\(full.report.headline) \(full.report.totals)"
      if !findings.isEmpty { return "\(head)\n\n\(comparison)" }
      return [head, full.comparison?.nothingNew].compactMap(\.self).joined(separator: " ") + "\n"
    }
    let verdicts = sentences.map { "\($0.title): \($0.text.printable)\n" }.joined()
    return [verdicts, TextFormat.render(full.report), comparison].filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private var isCalm: Bool {
    sentences.isEmpty && findings.allSatisfy { $0.sort != .bad } && full.report.input.dead.isEmpty
      && full.report.actions.allSatisfy { $0.failedForGood == 0 }
  }

  private var findings: [Finding] { full.comparison?.findings ?? [] }

  /// The text for a page of the CI service.
  ///
  /// - Parameter used: The number of bytes already on the page; GitHub and Buildkite accept at most 1 MiB, and GitHub
  ///   does not show a larger one at all.
  public func markdown(after used: Int = 0) -> String {
    let verdicts = sentences.map { "- **\($0.title):** \($0.text.printable.escapedForMarkdown)\n" }.joined()
    let comparison = full.comparison.map(ComparisonFormat.markdown) ?? ""
    let parts = [verdicts, comparison, MarkdownFormat.render(full.report)]
    return (parts.filter { !$0.isEmpty }.joined(separator: "\n") + "\n").cut(toBytes: Self.mostBytes - used)
  }

  private static let mostBytes = 1 << 20

  /// Commands of GitHub Actions, which shows only ten of them, so the reasons to fail come first.
  ///
  /// Steps that recovered are only in the summary and on the page.
  public var annotations: String {
    GitHubFormat.lines(
      (failures + problems).map { GitHubFormat.ofJob($0, isError: true) }
        + notes.map { GitHubFormat.ofJob($0, isError: false) }
        + GitHubFormat.ofFailures(full.report) + ComparisonFormat.commands(findings)
    )
  }

  private var sentences: [(title: String, text: String)] {
    failures.map { ("Failed", $0) } + problems.map { ("Problem", $0) } + notes.map { ("Note", $0) }
  }
}

extension String {
  /// As many of the first lines as fit; empty if not even the note that there are more does.
  fileprivate func cut(toBytes most: Int) -> String {
    guard utf8.count > most else { return self }
    let end = "\nThe rest is on the page.\n"
    if end.utf8.count > most { return "" }
    let head = utf8.prefix(most - end.utf8.count)
    return String(decoding: head[..<(head.lastIndex(of: UInt8(ascii: "\n")) ?? head.startIndex)], as: UTF8.self) + end
  }
}
