/// Suggestions for the policy of each action, with their evidence.
public struct Advice: Sendable {
  /// The number of recoveries that suffices to tell how many retries are enough.
  static let fewestRecoveries = 20

  /// The suggestions for one action.
  struct Finding: Equatable, Sendable {
    let action: String
    let evidence: String
    let sentences: [String]
  }

  let findings: [Finding]
  let excuses: DueExcuses

  /// - Parameter today: Such as `2027-03-31`, in UTC.
  public init(_ report: Report, today: String) {
    findings = report.actions.filter { $0.unit == .step && $0.runs > 0 }.compactMap(Finding.init)
    excuses = DueExcuses(report, today: today)
  }

  /// The advice for a terminal.
  public var text: String {
    let entries = findings.map { finding in
      (["\(finding.action.printable): \(finding.evidence)"] + finding.sentences.map { "    \($0)" })
        .joined(separator: "\n")
    }
    let all = entries + excuses.sections
    return all.isEmpty ? "Nothing to suggest.\n" : all.joined(separator: "\n\n") + "\n"
  }
}

extension Advice.Finding {
  init?(_ figures: ActionFigures) {
    let sentences = [
      Self.retries(figures), Self.waiting(figures), Self.resets(figures), Self.broken(figures),
    ].compactMap(\.self)
    if sentences.isEmpty { return nil }
    self.init(
      action: figures.action,
      evidence: "\(figures.runs.counted("step")) in \(figures.runIDs.count.counted("run")), "
        + "\(figures.recovered) recovered, \(figures.unsuccessful) without success",
      sentences: sentences
    )
  }

  /// The retries that cover 99 % of the recoveries by a retry.
  private static func retries(_ figures: ActionFigures) -> String? {
    let needed = figures.retriesNeeded
    guard needed.total >= Advice.fewestRecoveries, let enough = needed.percentile(99) else { return nil }
    // A step that time alone bounds allows any number.
    let allowed = figures.maxRetries > 0 ? ", with \(figures.maxRetries) allowed" : ""
    return "retryAttempts: \(enough) covers 99 % of \(needed.total) recoveries by a retry\(allowed)."
  }

  /// The timeout of the condition, if only time was missing.
  private static func waiting(_ figures: ActionFigures) -> String? {
    guard let waiting = figures.cures[.waiting], let enough = figures.waitsThatCured.percentile(95) else { return nil }
    return
      "Waiting alone cured \(waiting) of \(figures.recovered): conditionTimeout: .milliseconds(\(enough)) would have "
      + "covered 95 % of \(figures.waitsThatCured.total) without a retry."
  }

  private static func resets(_ figures: ActionFigures) -> String? {
    guard figures.resets > 0, figures.cures[.resetting] == nil else { return nil }
    return "The reset steps ran \(figures.resets.counted("time")), and no step recovered after them."
  }

  private static func broken(_ figures: ActionFigures) -> String? {
    guard figures.isBroken else { return nil }
    if figures.unsuccessful < figures.runs {
      return "No first attempt passes: it is broken, not flaky; find out what the retry changes."
    }
    let failure = figures.firstFailure.map { "\($0.place.text): \($0.message)".printable.truncated(to: 160) } ?? ""
    return "It never succeeded: it is broken, not flaky, and no policy will help. \(failure)"
  }
}
