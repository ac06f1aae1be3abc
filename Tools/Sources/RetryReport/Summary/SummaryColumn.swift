/// A column of the table of actions, the same in every format.
struct SummaryColumn: Sendable {
  let title: String
  /// True if the cells are numbers, which line up on the right.
  let isNumber: Bool
  let text: @Sendable (ActionFigures) -> String
  /// The value that the column is sorted by.
  let order: @Sendable (ActionFigures) -> Double

  static let all: [SummaryColumn] = [
    count("Steps", \.runs),
    count("First try", \.passed),
    count("Recovered", \.recovered),
    count("Exhausted", \.exhausted),
    count("Stopped", \.stopped),
    SummaryColumn(
      title: "Flaky",
      isNumber: true,
      // An action that never succeeds is broken, not flaky.
      text: { $0.runs > 0 && $0.unsuccessful == $0.runs ? "broken" : $0.flakeRate.asPercent },
      order: { $0.flakeRate }
    ),
    SummaryColumn(
      title: "Cure",
      isNumber: false,
      text: { $0.mainCure?.rawValue ?? "" },
      order: { $0.mainCure.flatMap(Cure.allCases.firstIndex).map { Double($0 + 1) } ?? 0 }
    ),
    SummaryColumn(title: "Retry tax", isNumber: true, text: { $0.taxMs.asTime }, order: { Double($0.taxMs) }),
  ]

  private static func count(_ title: String, _ figure: @escaping @Sendable (ActionFigures) -> Int) -> SummaryColumn {
    SummaryColumn(title: title, isNumber: true, text: { "\(figure($0))" }, order: { Double(figure($0)) })
  }
}

extension ActionFigures {
  /// The action; a whole test is marked as one.
  var title: String { unit == .test ? "\(action) (whole test)" : action }
}

extension Report {
  /// The figures of all steps in a sentence or two.
  var headline: String {
    let died = steps(\.died)
    let stopped = steps(\.stopped) - died
    return """
      \(steps(\.runs).counted("step")) in \(runCount.counted("run")): \(steps(\.recovered)) recovered \
      (\(flakeRate.asPercent)), \(steps(\.exhausted)) exhausted, \(stopped) stopped\
      \(died == 0 ? "" : ", \(died) cut off as \(died == 1 ? "its process" : "their processes") died"). \
      \(testsSentence)Retries cost \(lostMs.asTime) of \(outermostMs.asTime).
      """
  }

  /// The figures of tests with flaky scopes; empty without them.
  private var testsSentence: String {
    let ended = tests(\.runs) + tests(\.died)
    guard ended > 0 else { return "" }
    return "\(ended.counted("test")) with flaky scopes: \(tests(\.recovered)) recovered, "
      + "\(tests(\.exhausted)) exhausted, \(tests(\.stopped)) stopped. "
  }

  /// The actions and rows that the table leaves out; nil if it has all.
  var rest: String? {
    let passed = actions.count - troubled.count
    let sentences = [
      passed == 0 ? nil : "\(passed.counted("action")) passed at the first attempt each time.",
      rehearsed == 0 ? nil : "Left out: \(rehearsed.counted("rehearsed step")).",
      input.skipped.total == 0 ? nil : "Skipped: \(input.skipped.description).",
    ]
    let text = sentences.compactMap { $0 }.joined(separator: " ")
    return text.isEmpty ? nil : text
  }
}
