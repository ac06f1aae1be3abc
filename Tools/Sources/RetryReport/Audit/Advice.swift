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
  /// Sentences on many actions at once.
  let shared: [String]
  let excuses: DueExcuses

  /// - Parameter today: Such as `2027-03-31`, in UTC.
  public init(_ report: Report, today: String) {
    let steps = report.actions.filter { $0.unit == .step && $0.runs > 0 }
    findings = steps.compactMap(Finding.init)
    shared = [
      Self.sentence(
        "No first attempt passes, so these are broken, not flaky; find out what the retry changes",
        steps.filter { $0.isBroken && $0.unsuccessful < $0.runs }
      ),
      Self.sentence(
        "Too few recoveries by a retry to say how many retries are enough, which takes \(Self.fewestRecoveries)",
        steps.filter { (1..<Self.fewestRecoveries).contains($0.retriesNeeded.total) }
      ),
      Self.sentence(
        "Never retried, in too few runs to take the retries away",
        steps.filter { !$0.hadTrouble && !$0.needsNoRetries }
      ),
    ].compactMap(\.self)
    excuses = DueExcuses(report, today: today)
  }

  private static func sentence(_ start: String, _ actions: [ActionFigures]) -> String? {
    if actions.isEmpty { return nil }
    return "\(start): \(actions.map(\.action.printable).sorted().joined(separator: ", "))."
  }

  /// The advice for a terminal.
  public var text: String {
    let entries = findings.map { finding in
      (["\(finding.action.printable): \(finding.evidence)"] + finding.sentences.map { "    \($0)" })
        .joined(separator: "\n")
    }
    let all = entries + shared + excuses.sections
    return all.isEmpty ? "Nothing to suggest.\n" : all.joined(separator: "\n\n") + "\n"
  }
}

extension Advice.Finding {
  init?(_ figures: ActionFigures) {
    let sentences = [
      Self.broken(figures), Self.retries(figures), Self.waiting(figures), Self.resets(figures),
      Self.notNeeded(figures),
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
    let shares = (1...max(1, enough)).suffix(4).map { retries in
      "\(Int(retries).counted("retry", plural: "retries")) \(needed.share(upTo: retries).asPercent)"
    }
    // A step that time alone bounds allows any number.
    let allowed = figures.maxRetries > 0 ? ", with \(figures.maxRetries) allowed" : ""
    return "retryAttempts: \(enough) covers 99 % of the recoveries by a retry: "
      + "\(shares.joined(separator: ", ")) of \(needed.total)\(allowed)."
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
    guard figures.unsuccessful == figures.runs else { return nil }
    let failure = figures.firstFailure.map { "\($0.place.text): \($0.message)".printable.truncated(to: 160) } ?? ""
    return "It never succeeded: it is broken, not flaky, and no policy will help. \(failure)"
  }

  private static func notNeeded(_ figures: ActionFigures) -> String? {
    guard figures.needsNoRetries else { return nil }
    let bound = Rate.boundOfNone(in: figures.passed).asUpperBound
    return "Never retried: with 95 % confidence at most \(bound) of its first attempts fail, and without retries "
      + "at most \(figures.failingRunsWithoutRetries.asUpperBound) of the runs. Take the retries away."
  }
}
