/// A comparison, for people and for CI systems.
package enum ComparisonFormat {
  /// For a terminal.
  package static func text(_ comparison: ComparisonSummary) -> String {
    let findings = comparison.findings.flatMap { finding in
      ["\(finding.title): \(finding.text)"] + finding.placedDetails.map { "    " + $0 } + [""]
    }
    let unknowns = comparison.unknowns.flatMap { [$0, ""] }
    let last = findings.isEmpty ? [] : [ComparisonSummary.explanation]
    return ([comparison.headline, ""] + findings + unknowns + last).joined(separator: "\n") + "\n"
  }

  /// For a page of a CI system.
  package static func markdown(_ comparison: ComparisonSummary) -> String {
    let findings = comparison.findings.flatMap { finding in
      ["- **\(finding.title):** \(finding.text.escapedForMarkdown)"]
        + finding.placedDetails.map { "  " + $0.escapedForMarkdown }
    }
    let unknowns = comparison.unknowns.map { "- " + $0.escapedForMarkdown }
    let last = findings.isEmpty ? [] : ["", ComparisonSummary.explanation.escapedForMarkdown]
    let head = ["### Compared with the baseline", "", comparison.headline.escapedForMarkdown, ""]
    return (head + findings + unknowns + last).joined(separator: "\n") + "\n"
  }

  /// Workflow commands that GitHub Actions shows as warnings at the lines of the steps.
  package static func commands(_ findings: [Finding]) -> [String] {
    findings.map { finding in
      let title = "\(finding.title): \(finding.action.printable)"
      let text = "\(finding.sentence) \(ComparisonSummary.explanation)"
      return GitHubFormat.command(at: finding.cause?.places.min(), title: title, text)
    }
  }
}
