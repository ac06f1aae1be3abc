/// The excuses that are over or soon will be, and the retries that have none.
struct DueExcuses: Sendable {
  /// The number of days before the expiry of an excuse in which it is due: a fix takes a sprint or two.
  private static let soon = 30

  /// A line for each excuse that is over.
  let expired: [String]
  let soonExpired: [String]
  /// A line for each action that was retried without a reason.
  let unexcused: [String]

  init(_ report: Report, today: String) {
    let end = Day.day(Self.soon, after: today) ?? today
    expired = report.lines { $0.isOver(on: today) }
    soonExpired = report.lines { !$0.isOver(on: today) && $0.isOver(on: end) }
    unexcused = report.actions.filter { $0.unit == .step && !$0.excuses.missing.isEmpty }.map { action in
      let places = action.excuses.missing.map { "\($0.retried.counted("step")) at \($0.place.text.printable)" }
      return "\(action.action.printable): \(places.joined(separator: ", ").truncated(to: 160))"
    }
  }

  /// The paragraphs for a terminal, of what there is.
  var sections: [String] {
    let sections: [(title: String, lines: [String])] = [
      ("Expired excuses: fix the step or the test, or say why not.", expired),
      ("Excuses that end within \(Self.soon) days.", soonExpired),
      ("Retried without a reason: RetryPolicy(because:) gives one.", unexcused),
    ]
    return sections.filter { !$0.lines.isEmpty }.map { section in
      ([section.title] + section.lines.map { "    \($0)" }).joined(separator: "\n")
    }
  }
}

extension Report {
  /// A line for each excuse that is due.
  fileprivate func lines(_ isDue: (Excuse) -> Bool) -> [String] {
    actions.flatMap { action in
      action.excuses.all.filter(isDue).map { excuse in
        let bug = excuse.bug.isEmpty ? "" : " (\(excuse.bug.printable))"
        let text = "\(excuse.reason.printable)\(bug), until \(excuse.expires.printable). \(excuse.place.text.printable)"
        return "\(action.action.printable): \(text.truncated(to: 160))"
      }
    }
  }
}
