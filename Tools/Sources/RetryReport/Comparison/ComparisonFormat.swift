/// A comparison, for people and for CI systems.
public enum ComparisonFormat {
  /// The number of actions in the list of rises that could have been missed.
  private static let mostMissable = 10

  /// For a terminal.
  ///
  /// - Parameter isComplete: Whether to include doubtful findings, which are always on the page.
  public static func text(_ comparison: Comparison, isComplete: Bool = true) -> String {
    let findings = comparison.findings.filter { isComplete || $0.sort != .doubtful }.flatMap { finding in
      ["\(finding.title): \(finding.text)"] + finding.placedDetails.map { "    " + $0 } + [""]
    }
    let unknowns = comparison.unknowns.flatMap { [$0, ""] }
    let missable = comparison.missable(most: mostMissable)
    let last = missable.isEmpty ? [] : [Comparison.missableTitle] + missable.map { "    " + $0 }
    return ([comparison.headline, ""] + findings + unknowns + last).joined(separator: "\n")
      + "\n"
  }

  /// For a page of a CI system.
  public static func markdown(_ comparison: Comparison, isComplete: Bool = true) -> String {
    let findings = comparison.findings.filter { isComplete || $0.sort != .doubtful }.flatMap { finding in
      ["- **\(finding.title):** \(finding.text.escapedForMarkdown)"]
        + finding.placedDetails.map { "  " + $0.escapedForMarkdown }
    }
    let unknowns = comparison.unknowns.map { "- " + $0.escapedForMarkdown }
    let missable = comparison.missable(most: mostMissable)
    let last =
      missable.isEmpty ? [] : ["", Comparison.missableTitle, ""] + missable.map { "- " + $0.escapedForMarkdown }
    let head = ["### Compared with the baseline", "", comparison.headline.escapedForMarkdown, ""]
    return (head + findings + unknowns + last).joined(separator: "\n") + "\n"
  }

  /// Workflow commands that GitHub Actions shows as warnings at the lines of the steps.
  static func commands(_ findings: [ComparisonFinding]) -> [String] {
    findings.map { finding in
      let title = "\(finding.title): \(finding.action.printable)"
      return GitHubFormat.warning(at: finding.cause?.places.min(), title: title, finding.sentence)
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
      "missable": comparison.sensitivities(most: .max),
    ]
    return try document.sortedJSON()
  }

  private static func object(_ new: Comparison.NewCause) -> JSONObject {
    [
      "action": new.action,
      "kind": new.cause.kind.text,
      "example": new.cause.example,
      "steps": new.steps,
      "comparedSteps": new.comparedSteps,
      "tests": new.tests,
      "places": new.cause.places.sorted().map(\.text),
      "attachments": new.cause.attachments.map(\.fullPath),
      "isSurprising": new.isSurprising,
      "probability": new.probability,
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
