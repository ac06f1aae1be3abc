/// Retries and excuses that should go.
public struct Audit: Sendable {
  /// Steps that passed at the first attempt each time, and often enough: they need no retry.
  let neverRetried: [ActionFigures]
  /// Steps that passed at the first attempt each time, which says little yet.
  let tooFew: [ActionFigures]
  /// Steps that never succeeded: they are broken, not flaky.
  let broken: [ActionFigures]
  /// Tests whose excuse has expired.
  let expired: [ActionFigures]
  private let runCount: Int

  /// - Parameter today: Such as `2027-03-31`, in UTC.
  public init(_ report: Report, today: String) {
    runCount = report.runCount
    let calm = report.actions.filter { $0.unit == .step && $0.runs > 0 && !$0.hadTrouble }
    neverRetried = calm.filter { $0.runs >= ActionFigures.fewestSteps }
    tooFew = calm.filter { $0.runs < ActionFigures.fewestSteps }
    broken = report.actions.filter { $0.runs > 0 && $0.unsuccessful == $0.runs }
    expired = report.actions.filter { action in
      action.excuse.map { !$0.expires.isEmpty && $0.expires.prefix(10) < today } ?? false
    }
  }

  /// The audit for a terminal.
  public var text: String {
    [
      section("Never retried: take the retries away, or find out whether the step is tested elsewhere.", neverRetried) {
        "\($0.runs.counted("step")) in \($0.runIDs.count) of \(runCount.counted("run"))"
      },
      section("Never retried so far, in fewer than \(ActionFigures.fewestSteps) steps: that says little yet.", tooFew) {
        $0.runs.counted("step")
      },
      section("Never succeeded: broken, not flaky.", broken) { action in
        let failure = action.firstFailure.map { " \($0.place.text): \($0.message.printable)" } ?? ""
        return "\(action.runs.counted(action.unit.rawValue)) in \(action.runIDs.count.counted("run")).\(failure)"
      },
      section("Expired excuses: nothing is withheld any more. Fix the test, or say why not.", expired) { action in
        guard let excuse = action.excuse else { return "" }
        let bug = excuse.bug.isEmpty ? "" : " (\(excuse.bug.printable))"
        return
          "\(excuse.reason.printable)\(bug), until \(excuse.expires.printable). \(excuse.place.text.printable)"
      },
    ].joined(separator: "\n")
  }

  private func section(
    _ title: String,
    _ actions: [ActionFigures],
    _ detail: (ActionFigures) -> String
  ) -> String {
    let lines = actions.map { "    \($0.action.printable): \(detail($0).truncated(to: 160))" }
    return ([title] + (lines.isEmpty ? ["    none"] : lines)).joined(separator: "\n") + "\n"
  }
}
