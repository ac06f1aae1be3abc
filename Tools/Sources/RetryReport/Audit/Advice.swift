/// Suggestions for the policy of each action, with their evidence.
public struct Advice: Sendable {
  /// The number of recoveries from which on they say how many retries are enough.
  static let fewestRecoveries = 20
  /// The factor over the time that others need beyond which a failed attempt hung and was not slow.
  static let timesAsLong: Int64 = 4
  /// The shortest wait that is worth a limit, in milliseconds.
  static let longHang: Int64 = 5_000

  /// The suggestions for one action.
  struct Finding: Equatable, Sendable {
    let action: String
    let evidence: String
    let sentences: [String]
  }

  let findings: [Finding]

  public init(_ report: Report) {
    findings =
      report.actions.filter { $0.unit == .step && $0.runs > 0 }.map(Finding.init)
      + report.waits.compactMap(Finding.init)
  }

  /// The advice for a terminal.
  public var text: String {
    findings.map { finding in
      (["\(finding.action.printable): \(finding.evidence)"] + finding.sentences.map { "    \($0)" })
        .joined(separator: "\n") + "\n"
    }
    .joined(separator: "\n")
  }
}

extension Advice.Finding {
  init(_ figures: ActionFigures) {
    let sentences =
      figures.hadTrouble
      ? [
        Self.retries(figures), Self.waiting(figures), Self.hanging(figures), Self.flickering(figures),
        Self.resets(figures), Self.broken(figures),
      ].compactMap { $0 }
      : [Self.notNeeded(figures)]
    self.init(
      action: figures.action,
      evidence: "\(figures.runs.counted("step")) in \(figures.runIDs.count.counted("run")), "
        + "\(figures.recovered) recovered, \(figures.unsuccessful) without success",
      sentences: sentences.isEmpty ? ["Nothing to suggest."] : sentences
    )
  }

  /// The retries that cover 99 % of the recoveries by a retry.
  private static func retries(_ figures: ActionFigures) -> String? {
    let needed = figures.retriesNeeded
    guard needed.total > 0, let enough = needed.percentile(99) else { return nil }
    let shares = (1...max(1, enough)).suffix(4).map { retries in
      "\(Int(retries).counted("retry", plural: "retries")) \(needed.share(upTo: retries).asPercent)"
    }
    let evidence = "\(shares.joined(separator: ", ")) of \(needed.total), with \(figures.maxRetries) allowed"
    if needed.total < Advice.fewestRecoveries {
      return "Too few recoveries by a retry to say how many retries are enough: \(evidence)."
    }
    return "retryAttempts: \(enough) covers 99 % of the recoveries by a retry: \(evidence)."
  }

  /// The timeout of the condition, if only time was missing.
  private static func waiting(_ figures: ActionFigures) -> String? {
    guard let waiting = figures.cures[.waiting], let enough = figures.waitsThatCured.percentile(95) else { return nil }
    return
      "Waiting alone cured \(waiting) of \(figures.recovered): conditionTimeout: .milliseconds(\(enough)) would have "
      + "covered 95 % of \(figures.waitsThatCured.total) without a retry."
  }

  /// The time limit of an attempt, if those that fail take far longer than those that succeed.
  private static func hanging(_ figures: ActionFigures) -> String? {
    let needed = figures.successDurations
    guard needed.total >= Advice.fewestRecoveries, let enough = needed.percentile(99) else { return nil }
    let evidence = "99 % of \(needed.total) attempts that succeeded took at most \(enough.asTime)"
    if figures.timeouts > 0 {
      return "\(figures.timeouts.counted("attempt")) ended at attemptTimeLimit; \(evidence)."
    }
    guard let hung = figures.errorDurations.percentile(95), hung >= Advice.longHang,
      hung / Advice.timesAsLong >= enough
    else { return nil }
    let limit = max(1, enough).adding(max(1, enough))
    return "attemptTimeLimit: .milliseconds(\(limit)) would end attempts that hang, if the step is asynchronous: "
      + "\(evidence), those that ended with an error up to \(hung.asTime)."
  }

  private static func flickering(_ figures: ActionFigures) -> String? {
    guard figures.flickers > 0 else { return nil }
    return "The condition was true and then false again in \(figures.flickers.counted("attempt")): keep stableFor, and "
      + "look for what shows and hides it."
  }

  private static func resets(_ figures: ActionFigures) -> String? {
    guard figures.resets > 0, figures.cures[.resetting] == nil else { return nil }
    return "The reset steps ran \(figures.resets.counted("time")), and no step recovered after them."
  }

  private static func broken(_ figures: ActionFigures) -> String? {
    guard figures.unsuccessful == figures.runs else { return nil }
    return "It never succeeded: it is broken, not flaky, and no policy will help."
  }

  private static func notNeeded(_ figures: ActionFigures) -> String {
    let bound = Rate.boundOfNone(in: figures.passed).asUpperBound
    let evidence =
      "with 95 % confidence at most \(bound) of its first attempts fail, and without retries "
      + "at most \(figures.failingRunsWithoutRetries.asUpperBound) of the runs"
    return figures.needsNoRetries
      ? "Never retried: \(evidence). Take the retries away."
      : "Never retried, in too few runs to take the retries away: \(evidence)."
  }
}

extension Advice.Finding {
  /// A sentence on a wait and its limit; nil if that is as it should be.
  init?(_ wait: WaitFigures) {
    guard wait.isNearlyUsedUp || wait.isHardlyUsed else { return nil }
    let evidence =
      "\(wait.total.counted("wait")) at \(wait.call.place.shortText.printable), \(wait.timedOut) ran out"
    self.init(action: wait.call.action, evidence: evidence, sentences: [Self.limit(wait)])
  }

  /// The shortest limit that is suggested where one is far too long, in milliseconds.
  private static let shortestLimit: Int64 = 1_000

  private static func suggestion(_ limitMs: Int64) -> String { "for: .milliseconds(\(limitMs))" }

  private static func limit(_ wait: WaitFigures) -> String {
    guard let needed = wait.durations.percentile(95), let share = wait.shareOfLimit else {
      return wait.passed == 0 ? "It never came true, which says nothing about its limit." : "Its limit is not known."
    }
    let took = "95 % of the \(wait.passed) that came true took at most \(needed.asTime), \(share.asPercent) of it"
    if wait.isHardlyUsed {
      return "The limit is far longer than it takes: \(took). A failure would show "
        + "sooner with \(Self.suggestion(max(Self.shortestLimit, needed.multiplied(by: 10))))."
    }
    if share > WaitFigures.usedUp {
      return "The limit is nearly used up: \(took). \(Self.suggestion(needed.multiplied(by: 2))) leaves room."
    }
    return "Some ran out, but not for want of time: \(took). Look for what was missing."
  }
}

extension Int64 {
  /// The product, or the largest number there is.
  fileprivate func multiplied(by factor: Int64) -> Int64 {
    let (product, overflow) = multipliedReportingOverflow(by: factor)
    return overflow ? .max : product
  }
}
