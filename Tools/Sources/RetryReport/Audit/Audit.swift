/// Retries and excuses that should go.
public struct Audit: Sendable {
  /// Steps that passed at the first attempt each time, in so many runs that they need no retry.
  let neverRetried: [ActionFigures]
  /// Steps that passed at the first attempt each time, which says little yet.
  let tooFew: [ActionFigures]
  /// Steps that never succeeded: they are broken, not flaky.
  let broken: [ActionFigures]
  /// Tests and steps whose excuse has expired, an entry for each excuse.
  let expired: [Excused]
  /// Those whose excuse will have expired soon.
  let soonExpired: [Excused]
  /// Steps that were retried without a reason.
  let unexcused: [ActionFigures]
  private let runCount: Int

  /// The number of days in which an excuse has to be looked at: a fix takes a sprint or two.
  private static let soon = 30

  /// An action, and one of its excuses.
  struct Excused: Sendable {
    let action: ActionFigures
    let excuse: Excuse
  }

  /// - Parameter today: Such as `2027-03-31`, in UTC.
  public init(_ report: Report, today: String) {
    runCount = report.runCount
    let calm = report.actions.filter { $0.unit == .step && $0.runs > 0 && !$0.hadTrouble }
    neverRetried = calm.filter(\.needsNoRetries)
    tooFew = calm.filter { !$0.needsNoRetries }
    broken = report.actions.filter { $0.runs > 0 && $0.unsuccessful == $0.runs }
    let excused = report.actions.flatMap { action in
      action.excuses.all.map { Excused(action: action, excuse: $0) }
    }
    let end = Day.day(Self.soon, after: today) ?? today
    expired = excused.filter { $0.excuse.isOver(on: today) }
    soonExpired = excused.filter { !$0.excuse.isOver(on: today) && $0.excuse.isOver(on: end) }
    unexcused = report.actions.filter { $0.unit == .step && !$0.excuses.missing.isEmpty }
  }

  /// The audit for a terminal.
  public var text: String {
    [
      section("Never retried: take the retries away, or find out whether the step is tested elsewhere.", neverRetried) {
        "\($0.runs.counted("step")) in \($0.runIDs.count) of \(runCount.counted("run")); without retries at most "
          + "\($0.failingRunsWithoutRetries.asUpperBound) of the runs fail"
      },
      section("Never retried so far, in too few runs to take the retries away.", tooFew) {
        "\($0.runs.counted("step")) in \($0.runIDs.count) of \(runCount.counted("run"))"
      },
      section("Never succeeded: broken, not flaky.", broken) { action in
        let failure = action.firstFailure.map { " \("\($0.place.text): \($0.message)".printable)" } ?? ""
        return "\(action.runs.counted(action.unit.rawValue)) in \(action.runIDs.count.counted("run")).\(failure)"
      },
      section("Expired excuses: nothing is withheld any more. Fix the test, or say why not.", expired, of: .test),
      section("Expired excuses of steps: fix the step, or say why not.", expired, of: .step),
      section("Excuses that end within \(Self.soon) days.", soonExpired, of: nil),
      section("Retried without a reason: RetryPolicy(because:) gives one.", unexcused) { action in
        action.excuses.missing.map { "\($0.retried.counted("step")) at \($0.place.text.printable)" }
          .joined(separator: ", ")
      },
    ].joined(separator: "\n")
  }

  private func section(
    _ title: String,
    _ actions: [ActionFigures],
    _ detail: (ActionFigures) -> String
  ) -> String {
    section(title, actions.map { ($0, detail($0)) })
  }

  /// - Parameter unit: The only unit that is listed; nil for both.
  private func section(_ title: String, _ excused: [Excused], of unit: RowUnit?) -> String {
    section(
      title,
      excused.filter { $0.action.unit == unit ?? $0.action.unit }.map { excused in
        let excuse = excused.excuse
        let bug = excuse.bug.isEmpty ? "" : " (\(excuse.bug.printable))"
        return (
          excused.action,
          "\(excuse.reason.printable)\(bug), until \(excuse.expires.printable). \(excuse.place.text.printable)"
        )
      }
    )
  }

  private func section(_ title: String, _ details: [(action: ActionFigures, text: String)]) -> String {
    let lines = details.map { "    \($0.action.action.printable): \($0.text.truncated(to: 160))" }
    return ([title] + (lines.isEmpty ? ["    none"] : lines)).joined(separator: "\n") + "\n"
  }
}
