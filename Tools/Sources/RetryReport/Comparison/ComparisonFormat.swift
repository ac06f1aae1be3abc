/// A comparison, for people and for CI systems.
public enum ComparisonFormat {
  /// For a terminal.
  public static func text(_ comparison: Comparison) -> String {
    let findings = comparison.findings.flatMap { finding in
      ["\(finding.title): \(finding.text)"] + finding.placedDetails.map { "    " + $0 } + [""]
    }
    let unknowns = comparison.unknowns.flatMap { [$0, ""] }
    let last = findings.isEmpty ? [] : [Comparison.explanation]
    return ([comparison.headline, ""] + findings + unknowns + last).joined(separator: "\n") + "\n"
  }

  /// For a page of a CI system.
  public static func markdown(_ comparison: Comparison) -> String {
    let findings = comparison.findings.flatMap { finding in
      ["- **\(finding.title):** \(finding.text.escapedForMarkdown)"]
        + finding.placedDetails.map { "  " + $0.escapedForMarkdown }
    }
    let unknowns = comparison.unknowns.map { "- " + $0.escapedForMarkdown }
    let last = findings.isEmpty ? [] : ["", Comparison.explanation.escapedForMarkdown]
    let head = ["### Compared with the baseline", "", comparison.headline.escapedForMarkdown, ""]
    return (head + findings + unknowns + last).joined(separator: "\n") + "\n"
  }

  /// Workflow commands that GitHub Actions shows as warnings at the lines of the steps.
  static func commands(_ findings: [ComparisonFinding]) -> [String] {
    findings.map { finding in
      let title = "\(finding.title): \(finding.action.printable)"
      let text = "\(finding.sentence) \(Comparison.explanation)"
      return GitHubFormat.command(at: finding.cause?.places.min(), title: title, text)
    }
  }

  /// For machines; its keys are stable.
  public static func json(_ comparison: Comparison) throws -> String {
    let document: JSONObject = [
      "version": 1,
      "steps": comparison.steps,
      "runs": comparison.runs,
      "baselineRuns": comparison.baselineRuns,
      "newCauses": comparison.newCauses.map(object),
      "risen": comparison.risen,
      "newActions": comparison.newActions,
      "newFlakySteps": comparison.newFlakySteps.map(object),
      "newMachines": comparison.newMachines,
      "renamedActions": comparison.renamedActions,
      "newTests": comparison.newTests,
      "unknownSteps": comparison.unknownSteps,
    ]
    return try document.sortedJSON()
  }

  private static func object(_ new: Comparison.NewCause) -> JSONObject {
    [
      "action": new.action,
      "actions": new.actions,
      "kind": new.cause.kind.text,
      "example": new.cause.example,
      "steps": new.steps,
      "comparedSteps": new.comparedSteps,
      "tests": new.tests,
      "places": new.cause.places.sorted().map(\.text),
      "attachments": new.cause.attachments.map(\.fullPath),
      "isSurprising": new.isSurprising,
      "probability": new.probability,
      "neededProbability": new.neededSteps == nil ? new.neededProbability : nil,
      "neededSteps": new.neededSteps,
      "firstRun": new.probation?.runs[0],
    ]
  }

  private static func object(_ step: NewFlakyStep) -> JSONObject {
    [
      "action": step.action,
      "steps": step.steps,
      "retried": step.retried,
      "example": step.cause.example,
      "tests": step.cause.tests.sorted(),
      "places": step.cause.places.sorted().map(\.text),
    ]
  }
}
