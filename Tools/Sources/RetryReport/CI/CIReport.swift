/// The report of a job on its records: the figures, the comparison, and the reasons to fail.
public struct CIReport: Sendable {
  public let full: FullReport
  /// Sentences beside the figures, such as that there was no baseline.
  public var notes: [String] = []
  /// A sentence for each gate that is shut.
  public var failures: [String] = []

  public init(_ full: FullReport) {
    self.full = full
  }

  /// For the log.
  public var text: String {
    ([TextFormat.render(full.report)] + [full.comparison.map(ComparisonFormat.text)].compactMap { $0 }
      + sentences.map { "\($0.title): \($0.text.printable)\n" })
      .joined(separator: "\n")
  }

  /// For a page of the CI.
  public var markdown: String {
    let verdicts = sentences.map { "- **\($0.title):** \($0.text.printable.escapedForMarkdown)\n" }.joined()
    let comparison = full.comparison.map(ComparisonFormat.markdown) ?? ""
    let parts = [verdicts, comparison, MarkdownFormat.render(full.report)]
    return (parts.filter { !$0.isEmpty }.joined(separator: "\n") + "\n").cut(toBytes: Self.mostBytes)
  }

  /// The most that GitHub and Buildkite take is 1 MiB.
  private static let mostBytes = 1_000_000

  /// Warnings that GitHub Actions shows at the lines of the steps; it takes ten, and the first are worth most.
  public var annotations: String {
    notes.map(GitHubFormat.warning).joined()
      + (full.comparison.map(ComparisonFormat.github) ?? "") + GitHubFormat.render(full.report)
  }

  private var sentences: [(title: String, text: String)] {
    failures.map { ("Failed", $0) } + notes.map { ("Note", $0) }
  }
}

extension String {
  /// The first lines, as many as there is room for.
  fileprivate func cut(toBytes most: Int) -> String {
    guard utf8.count > most else { return self }
    let end = "\nThe rest is on the page.\n"
    let head = utf8.prefix(most - end.utf8.count)
    return String(decoding: head[..<(head.lastIndex(of: UInt8(ascii: "\n")) ?? head.startIndex)], as: UTF8.self) + end
  }
}

extension GitHubFormat {
  /// A warning of the job as a whole.
  public static func warning(_ message: String) -> String {
    warning(at: nil, title: "Retried steps", message.printable) + "\n"
  }
}
