/// A table of the summary, the same in every format.
struct SummaryTable: Sendable {
  struct Cell: Sendable {
    let text: String
    /// The value that the column is sorted by.
    let order: Double
    /// Whether it is a number, which lines up on the right.
    var isNumber = true

    static func count(_ count: Int) -> Cell { Cell(text: "\(count)", order: Double(count)) }

    /// - Parameter ms: In milliseconds; `nil` if it is unknown.
    static func time(_ ms: Int64?) -> Cell { Cell(text: ms?.asTime ?? "", order: Double(ms ?? -1)) }

    /// - Parameter share: 0 to 1; `nil` if it is unknown.
    static func share(_ share: Double?) -> Cell { Cell(text: share?.asPercent ?? "", order: share ?? -1) }
  }

  /// How bad the figures of a row are.
  enum Mood: String {
    case good, flaky, bad
  }

  struct Row: Sendable {
    let name: String
    let cells: [Cell]
    /// The place of the first failure, and its commit.
    let place: Place?
    let commit: String
    /// The text after the place.
    let message: String?
    /// The most frequent causes, if there are several, and the reason why a step stopped early.
    var notes: [String] = []
    let mood: Mood
  }

  /// The titles of the first column, of the cells, and of the place.
  let titles: [String]
  let rows: [Row]
}

extension SummaryTable {
  init(_ actions: [ActionFigures]) {
    titles = [
      "Action", "Steps", "First try", "Recovered", "Failed", "Stopped early", "Flaky", "Recovered by", "Time lost",
      "First failure",
    ]
    rows = actions.map { action in
      Row(
        name: action.title,
        cells: [
          .count(action.runs + action.died), .count(action.passed), .count(action.recovered), .count(action.exhausted),
          .count(action.stopped),
          // An action that never succeeds, or never at the first attempt, is broken, not flaky.
          action.isBroken
            ? Cell(text: "broken", order: action.flakeRate) : .share(action.runs == 0 ? nil : action.flakeRate),
          Cell(
            text: action.mainRecovery?.rawValue ?? "",
            order: action.mainRecovery.flatMap(Recovery.allCases.firstIndex).map { Double($0 + 1) } ?? 0,
            isNumber: false
          ),
          .time(action.taxMs),
        ],
        place: action.firstFailure?.place,
        commit: action.firstFailure?.commit ?? "",
        message: action.firstFailure?.message,
        notes: (action.causes.all.count > 1 ? action.causes.texts : [])
          + (action.stopReason.isEmpty ? [] : ["stopped early: \(action.stopReason)"]),
        mood: action.exhausted + action.stopped > 0 ? .bad : action.recovered > 0 ? .flaky : .good
      )
    }
  }

  init(_ waits: [WaitFigures]) {
    titles = ["Wait", "Waits", "Timed out", "p50", "p95", "Limit", "p95 of limit", "Place"]
    rows = waits.map { wait in
      Row(
        name: wait.name,
        cells: [
          .count(wait.total), .count(wait.timedOut), .time(wait.durations.percentile(50)),
          .time(wait.durations.percentile(95)), .time(wait.limitMs), .share(wait.shareOfLimit),
        ],
        place: wait.place,
        commit: wait.commit,
        message: wait.firstFailure?.message,
        mood: wait.timedOut > 0 ? .bad : wait.isNearlyUsedUp || wait.aborted > 0 ? .flaky : .good
      )
    }
  }
}

extension Report {
  /// The number of waits that a summary lists, the worst.
  private static let mostWaits = 20

  /// The tables of a summary that have a row.
  var tables: [SummaryTable] {
    [SummaryTable(troubled), SummaryTable(Array(waits.prefix(Self.mostWaits)))].filter { !$0.rows.isEmpty }
  }

  /// What the tables leave out; `nil` if they have everything.
  var rest: String? {
    let passed = actions.count - troubled.count
    let moreWaits = max(0, waits.count - Self.mostWaits)
    let sentences = [
      passed == 0 ? nil : "\(passed.counted("action")) always passed at the first attempt.",
      moreWaits == 0 ? nil : "\(moreWaits.counted("more wait")).",
      figures.rehearsed == 0 ? nil : "Left out: \(figures.rehearsed.counted("step")) with a forced first failure.",
      input.skipped.total == 0 ? nil : "Skipped: \(input.skipped.description).",
      input.lostRows == 0 ? nil : "Missing: \(input.lostRows.counted("row")) (gaps in the sequence numbers).",
    ].compactMap { $0 }
    return sentences.isEmpty ? nil : sentences.joined(separator: " ")
  }
}
