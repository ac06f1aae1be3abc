/// The excuses that are over or soon will be, and the retries that have none.
struct DueExcuses: Sendable {
  /// The number of days before the expiry of an excuse in which it is due: a fix takes a sprint or two.
  private static let soon = 30

  /// An action, and one of its excuses.
  struct Excused: Sendable {
    let action: ActionFigures
    let excuse: Excuse
  }

  let expired: [Excused]
  let soonExpired: [Excused]
  /// Steps that were retried without a reason.
  let unexcused: [ActionFigures]

  init(_ report: Report, today: String) {
    let excused = report.actions.flatMap { action in
      action.excuses.all.map { Excused(action: action, excuse: $0) }
    }
    let end = Day.day(Self.soon, after: today) ?? today
    expired = excused.filter { $0.excuse.isOver(on: today) }
    soonExpired = excused.filter { !$0.excuse.isOver(on: today) && $0.excuse.isOver(on: end) }
    unexcused = report.actions.filter { $0.unit == .step && !$0.excuses.missing.isEmpty }
  }

  /// The paragraphs for a terminal, of what there is.
  var sections: [String] {
    let sections: [(title: String, lines: [String])] = [
      (
        "Expired excuses: nothing is withheld any more. Fix the test, or say why not.",
        expired.filter { $0.action.unit == .test }.map(\.line)
      ),
      (
        "Expired excuses of steps: fix the step, or say why not.",
        expired.filter { $0.action.unit == .step }.map(\.line)
      ),
      ("Excuses that end within \(Self.soon) days.", soonExpired.map(\.line)),
      (
        "Retried without a reason: RetryPolicy(because:) gives one.",
        unexcused.map { action in
          let places = action.excuses.missing.map { "\($0.retried.counted("step")) at \($0.place.text.printable)" }
          return "\(action.action.printable): \(places.joined(separator: ", ").truncated(to: 160))"
        }
      ),
    ]
    return sections.filter { !$0.lines.isEmpty }.map { section in
      ([section.title] + section.lines.map { "    \($0)" }).joined(separator: "\n")
    }
  }
}

extension DueExcuses.Excused {
  fileprivate var line: String {
    let bug = excuse.bug.isEmpty ? "" : " (\(excuse.bug.printable))"
    let text = "\(excuse.reason.printable)\(bug), until \(excuse.expires.printable). \(excuse.place.text.printable)"
    return "\(action.action.printable): \(text.truncated(to: 160))"
  }
}
