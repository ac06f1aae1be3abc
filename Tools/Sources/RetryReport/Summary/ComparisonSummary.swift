/// A comparison with earlier runs, as the formats show it.
package struct ComparisonSummary: Sendable {
  /// The sentence that says where the words of the findings are explained.
  static let explanation = "What this means, and what to do: \"A retry hides a bug\" in Docs/Guide/RetryReport.md."

  let headline: String
  /// The sentence for a job without findings.
  let nothingNew: String
  /// The findings, the worst first.
  package let findings: [Finding]
  /// The actions, tests and machines that were not compared, because the baseline does not have them.
  let unknowns: [String]
  /// The commit that was tested; empty if the rows do not name it.
  let commit: String

  package init(headline: String, nothingNew: String, findings: [Finding], unknowns: [String], commit: String) {
    (self.headline, self.nothingNew, self.findings) = (headline, nothingNew, findings)
    (self.unknowns, self.commit) = (unknowns, commit)
  }
}
