/// A table of the summary, the same in every format.
struct SummaryTable: Sendable {
  struct Cell: Sendable {
    let text: String
    /// The value that the column is sorted by.
    let order: Double
    /// Whether it is a number, which lines up on the right.
    var isNumber = true
    /// A picture for the page, which it shows instead of the text.
    var picture: HTML?

    static func count(_ count: Int) -> Cell { Cell(text: count == 0 ? "–" : count.grouped, order: Double(count)) }

    /// - Parameter ms: In milliseconds.
    static func time(_ ms: Int64) -> Cell { Cell(text: ms == 0 ? "–" : ms.asTime, order: Double(ms)) }

    /// - Parameter share: 0 to 1; `nil` if it is unknown.
    static func share(_ share: Double?) -> Cell {
      Cell(text: share.map { $0 == 0 ? "–" : $0.asPercent } ?? "", order: share ?? -1)
    }
  }

  struct Row: Sendable {
    let name: String
    let cells: [Cell]
    /// Lines on its failures: each with the place of a failure, if it is about one.
    let notes: [Note]
  }

  struct Note: Sendable {
    /// The share of the steps with this cause, such as `3 of 4`, or empty.
    var share = ""
    var place: Place?
    var commit = ""
    var text = ""

    /// Such as `3 of 4 · Steps.swift:24: The server is busy`.
    func line(longest: Int, place: String?) -> String {
      let rest = [place, text.truncated(to: longest)].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: ": ")
      return (share.isEmpty ? rest : "\(share) · \(rest)").printable
    }
  }

  /// The titles of the first column, of the cells, and of the notes.
  let titles: [String]
  let rows: [Row]
}

extension ActionFigures {
  /// The rate, and what made most steps recover, which all formats show.
  var flakyCell: SummaryTable.Cell {
    // An action that never succeeds, or never at the first attempt, is broken, not flaky.
    isBroken ? SummaryTable.Cell(text: "broken", order: flakeRate) : .share(decided == 0 ? nil : flakeRate)
  }

  var recoveryCell: SummaryTable.Cell {
    let order = mainRecovery.flatMap(Recovery.allCases.firstIndex).map { Double($0 + 1) } ?? 0
    return SummaryTable.Cell(text: mainRecovery?.rawValue ?? "", order: order, isNumber: false)
  }

  /// The time that its retries cost; in parentheses if it is not a part of the whole.
  var costCell: SummaryTable.Cell {
    isCountedInSteps ? SummaryTable.Cell(text: "(\(costMs.asTime))", order: Double(costMs)) : .time(costMs)
  }

  /// Its most frequent causes, and why a step ended early.
  var notes: [SummaryTable.Note] {
    let listed = causes.listed.map { share, cause in
      SummaryTable.Note(share: share, place: cause.place, commit: cause.commit, text: cause.message)
    }
    let others = causes.rest.map { [SummaryTable.Note(share: $0, text: "other causes")] } ?? []
    let ends = endReasons.map { "\($0.key.word): \($0.value)" }.sorted()
    return listed + others + ends.map { SummaryTable.Note(text: $0) }
  }
}

extension SummaryTable {
  /// - Parameter history: The newest runs, which have a column if there are several.
  init(_ actions: [ActionFigures], _ history: RunHistory) {
    let hasHistory = history.runs.count > 1
    let others = Outcome.neutral.filter { outcome in actions.contains { $0[outcome] > 0 } }
    titles =
      ["Action", "Steps", "First try", "Recovered", "Failed"]
      + others.map { $0.word.prefix(1).uppercased() + $0.word.dropFirst() }
      + ["Flaky", "Recovered by", "Time lost"] + (hasHistory ? ["Last \(history.runs.count) runs"] : []) + ["Causes"]
    rows = actions.map { action in
      let runs = Cell(text: history.text(of: action), order: 0, isNumber: false)
      return Row(
        name: action.title,
        cells: [
          .count(action.steps), .count(action.passed), .count(action.recovered), .count(action.failed),
        ] + others.map { .count(action[$0]) } + [action.flakyCell, action.recoveryCell, action.costCell]
          + (hasHistory ? [runs] : []),
        notes: action.notes + (hasHistory ? action.seen.map { [Note(text: $0)] } ?? [] : [])
      )
    }
  }
}

extension Report {
  /// The table of a summary; `nil` if every action always passed at the first attempt.
  var table: SummaryTable? { troubled.isEmpty ? nil : SummaryTable(troubled, history) }

  static let runsLegend = """
    In the last runs, the newest last: \(Mood.allCases.map { "\($0.letter) \($0.word)" }.joined(separator: ", ")), - did not run.
    """

  /// Why not all of the times lost add up to the whole.
  static let partsNote = "A time in parentheses is that of whole tests, and counts only for the steps in them."

  /// What the table does not say, or leaves out; `nil` if it has everything.
  var rest: String? {
    let passed = actions.count - troubled.count
    let legend = history.runs.count > 1 && !troubled.isEmpty
    let sentences = [
      legend ? Self.runsLegend : nil,
      troubled.contains(where: \.isCountedInSteps) ? Self.partsNote : nil,
      passed == 0 ? nil : "\(passed.counted("action")) always passed at the first attempt.",
      figures.rehearsed == 0 ? nil : "Left out: \(figures.rehearsed.counted("step")) with a forced first failure.",
      input.skipped.total == 0 ? nil : "Skipped: \(input.skipped.description).",
      input.lostRows == 0 ? nil : "Missing: \(input.lostRows.counted("row")) (gaps in the sequence numbers).",
    ].compactMap { $0 }
    return sentences.isEmpty ? nil : sentences.joined(separator: " ")
  }
}
