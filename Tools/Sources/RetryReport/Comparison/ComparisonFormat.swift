/// A comparison, for people and machines.
public enum ComparisonFormat {
  private static let longestMessage = 160
  /// The number of actions whose sensitivity is listed.
  private static let mostSensitivities = 10

  /// For a terminal.
  public static func text(_ comparison: Comparison) -> String {
    var lines = [comparison.headline, ""]
    for finding in comparison.newCauses {
      let details = newCause(finding)
      lines += ["New cause: " + details[0]] + details.dropFirst().map { "    " + $0 } + [""]
    }
    for change in comparison.risen { lines += [change.sentence("Risen: "), ""] }
    for change in comparison.fallen { lines += [change.sentence("Better: "), ""] }
    if !comparison.newActions.isEmpty {
      lines += ["New actions: " + comparison.newActions.map(\.printable).joined(separator: ", "), ""]
    }
    return (lines + sensitivities(comparison)).joined(separator: "\n") + "\n"
  }

  /// For a page of a CI system.
  public static func markdown(_ comparison: Comparison) -> String {
    var lines = ["### Compared with the baseline", "", comparison.headline.escapedForMarkdown, ""]
    for finding in comparison.newCauses {
      let details = newCause(finding).map(\.escapedForMarkdown)
      lines += ["- **New cause:** " + details[0]] + details.dropFirst().map { "  " + $0 }
    }
    lines += comparison.risen.map { "- " + $0.sentence("**Risen:** ", { $0.escapedForMarkdown }) }
    lines += comparison.fallen.map { "- " + $0.sentence("**Better:** ", { $0.escapedForMarkdown }) }
    if !comparison.newActions.isEmpty {
      lines.append(
        "- **New actions:** " + comparison.newActions.map { $0.printable.escapedForMarkdown }.joined(separator: ", ")
      )
    }
    return (lines + [""] + sensitivities(comparison).map(\.escapedForMarkdown)).joined(separator: "\n") + "\n"
  }

  /// Workflow commands that GitHub Actions shows as warnings at the lines of the steps.
  public static func github(_ comparison: Comparison) -> String {
    let causes = comparison.newCauses.map { finding in
      let details = newCause(finding).joined(separator: ". ")
      return GitHubFormat.warning(
        at: finding.cause.places.min(),
        title: "New cause: \(finding.action.printable)",
        details.printable
      )
    }
    let rates = comparison.risen.map { change in
      GitHubFormat.warning(at: nil, title: "Risen rate: \(change.action.printable)", change.sentence("").printable)
    }
    return (causes + rates).prefix(GitHubFormat.most).map { $0 + "\n" }.joined()
  }

  /// For machines; its keys are stable.
  public static func json(_ comparison: Comparison) throws -> String {
    struct Document: Encodable {
      let version = 1
      let steps: Int
      let baselineRuns: Int
      let newCauses: [Cause]
      let risen: [Change]
      let fallen: [Change]
      let newActions: [String]
    }
    struct Cause: Encodable {
      let action: String
      let kind: String
      let example: String
      let steps: Int
      let attempts: Int
      let tests: [String]
      let places: [String]
      let attachments: [String]
      let isOfNewAction: Bool
    }
    struct Change: Encodable {
      let action: String
      let then: Rate
      let now: Rate
      let probability: Double

      init(_ change: Comparison.Change) {
        (action, then, now) = (change.action, change.then, change.now)
        probability = change.probability
      }
    }
    return try Document(
      steps: comparison.steps,
      baselineRuns: comparison.baselineRuns,
      newCauses: comparison.newCauses.map { finding in
        Cause(
          action: finding.action,
          kind: finding.cause.kind.text,
          example: finding.cause.example,
          steps: finding.cause.steps,
          attempts: finding.cause.attempts,
          tests: finding.cause.tests.sorted(),
          places: finding.cause.places.sorted().map(\.text),
          attachments: finding.cause.attachments.map(\.fullPath),
          isOfNewAction: finding.isOfNewAction
        )
      },
      risen: comparison.risen.map(Change.init),
      fallen: comparison.fallen.map(Change.init),
      newActions: comparison.newActions
    )
    .sortedJSON()
  }

  private static func newCause(_ finding: Comparison.NewCause) -> [String] {
    let cause = finding.cause
    let what = "\(finding.action.printable): \(cause.example.printable.truncated(to: longestMessage))"
    let counts =
      "\(cause.steps.counted("step")), \(cause.attempts.counted("attempt")) at "
      + cause.places.sorted().map(\.text.printable).joined(separator: ", ")
    let tests = "in " + cause.tests.sorted().map(\.printable).joined(separator: ", ")
    let share = finding.expectedShare.map {
      "Of the failures of this action, \($0.asPercent) were expected to be of a kind not seen before."
    }
    let surprise =
      finding.isOfNewAction ? "Nothing is known of this action." : share ?? "This action has not failed before."
    return [what, counts, tests, surprise]
  }

  private static func sensitivities(_ comparison: Comparison) -> [String] {
    let lines = comparison.sensitivities.sorted { ($1.now.total, $0.action) < ($0.now.total, $1.action) }.prefix(
      mostSensitivities
    )
    .map { sensitivity in
      let rate =
        sensitivity.detectableRate.map { "a rise to \($0.asPercent) or more" }
        ?? "no rise at all: there is too little data"
      return
        "    \(sensitivity.action.printable): \(rate) (\(sensitivity.then.share.asPercent) so far; \(sensitivity.now.total.counted("step")))"
    }
    return lines.isEmpty ? [] : ["What a run of this size shows, with 90 % probability:"] + lines
  }
}

extension Comparison {
  var headline: String {
    let runs = "\(steps.counted("step")), compared with \(baselineRuns.counted("run"))"
    let found = [
      newCauses.count.counted("new cause"), risen.count.counted("risen rate"),
      fallen.count.counted("rate that fell", plural: "rates that fell"),
    ]
    return "\(runs): \(found.joined(separator: ", "))."
  }
}

extension Comparison.Change {
  fileprivate func sentence(_ title: String, _ escaped: (String) -> String = { $0 }) -> String {
    title
      + escaped(
        "\(action.printable): the first attempt failed in \(now.text), \(then.text) before (\(probability.asProbability))."
      )
  }
}

extension Double {
  /// Such as `p = 0.0031` or `p < 0.0001`.
  fileprivate var asProbability: String {
    self < 0.0001 ? "p < 0.0001" : "p = \((self * 10_000).rounded() / 10_000)"
  }
}
