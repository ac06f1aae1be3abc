/// A column of a table, the same in every format.
struct SummaryColumn<Figures>: Sendable {
  let title: String
  /// True if the cells are numbers, which line up on the right.
  let isNumber: Bool
  let text: @Sendable (Figures) -> String
  /// The value that the column is sorted by.
  let order: @Sendable (Figures) -> Double

  fileprivate static func count(_ title: String, _ figure: @escaping @Sendable (Figures) -> Int) -> Self {
    Self(title: title, isNumber: true, text: { "\(figure($0))" }, order: { Double(figure($0)) })
  }

  /// - Parameter figure: In milliseconds; nil if it is not known.
  fileprivate static func time(_ title: String, _ figure: @escaping @Sendable (Figures) -> Int64?) -> Self {
    Self(title: title, isNumber: true, text: { figure($0)?.asTime ?? "" }, order: { Double(figure($0) ?? -1) })
  }
}

extension SummaryColumn where Figures == ActionFigures {
  static var all: [Self] {
    [
      count("Steps") { $0.runs + $0.died },
      count("First try", \.passed),
      count("Recovered", \.recovered),
      count("Exhausted", \.exhausted),
      count("Stopped", \.stopped),
      Self(
        title: "Flaky",
        isNumber: true,
        // An action that never succeeds, or never at the first attempt, is broken, not flaky.
        text: { $0.isBroken ? "broken" : $0.flakeRate.asPercent },
        order: { $0.flakeRate }
      ),
      Self(
        title: "Cure",
        isNumber: false,
        text: { $0.mainCure?.rawValue ?? "" },
        order: { $0.mainCure.flatMap(Cure.allCases.firstIndex).map { Double($0 + 1) } ?? 0 }
      ),
      time("Retry tax", \.taxMs),
    ]
  }
}

extension SummaryColumn where Figures == WaitFigures {
  static var all: [Self] {
    [
      count("Waits", \.total),
      count("Ran out", \.timedOut),
      time("p50", { $0.durations.percentile(50) }),
      time("p95", { $0.durations.percentile(95) }),
      Self(title: "Limit", isNumber: true, text: \.limitText, order: { Double($0.limits?.upperBound ?? -1) }),
      Self(
        title: "p95 of limit",
        isNumber: true,
        text: { $0.shareOfLimit?.asPercent ?? "" },
        order: { $0.shareOfLimit ?? -1 }
      ),
    ]
  }
}

extension SummaryColumn where Figures == BurnInFigures {
  static var all: [Self] {
    [
      count("Runs", \.runs),
      count("Passed", \.passed),
      Self(title: "Result", isNumber: false, text: \.sentence, order: { $0.rate.share }),
    ]
  }
}

extension ActionFigures {
  /// The action; a whole test is marked as one.
  var title: String { unit == .test ? "\(action) (whole test)" : action }

  /// Sentences beside the figures.
  var notes: [String] { [doneSentence, devices.difference?.sentence].compactMap { $0 } }

  /// Such as `12 were done already`; nil if none was.
  private var doneSentence: String? {
    doneAlready == 0 ? nil : "\(doneAlready) \(doneAlready == 1 ? "was" : "were") done already"
  }
}

extension WaitFigures {
  /// The text behind the place.
  var detail: String? {
    let parts = [otherPlaces, failures.first?.message].compactMap { $0 }
    return parts.isEmpty ? nil : parts.joined(separator: ": ")
  }

  /// The limit, or the smallest and the largest.
  fileprivate var limitText: String {
    guard let limits else { return "" }
    let (low, high) = (limits.lowerBound.asTime, limits.upperBound.asTime)
    return low == high ? high : "\(low) to \(high)"
  }
}

extension BurnInFigures {
  /// Such as `59 of 59 passed: it fails in less than 5 % (95 % confidence)`.
  var sentence: String {
    if runs == 0 { return "skipped each time" }
    let (low, high) = bounds
    if failed == 0 {
      return "\(passed) of \(runs) passed: it fails in less than \(high.asUpperBound) (95 % confidence)"
    }
    return
      "\(failed) of \(runs) failed: \(rate.share.asPercent), \(low.asPercent) to \(high.asPercent) (95 % confidence)"
  }

  /// Such as `2 × The server is busy; 1 × threw NotThere()`; nil without failures.
  var causesText: String? {
    if causes.isEmpty { return nil }
    let more = failed - causes.map(\.count).reduce(0, +)
    return (causes.map { "\($0.count) × \($0.example)" } + (more > 0 ? ["\(more) × other causes"] : []))
      .joined(separator: "; ")
  }
}

extension Report {
  /// The figures of all steps in a sentence or two.
  var headline: String {
    let died = steps(\.died)
    let stopped = steps(\.stopped) - died
    return """
      \((steps(\.runs) + died).counted("step")) in \(runCount.counted("run")): \(steps(\.exhausted)) exhausted, \
      \(stopped) stopped\(died == 0 ? "" : ", \(died) cut off as \(died == 1 ? "its process" : "their processes") died"), \
      \(steps(\.recovered)) recovered (\(flakeRate.asPercent)). \
      \(testsSentence)\(waitsSentence)Retries cost \(lostMs.asTime) of \(outermostMs.asTime).
      """
  }

  /// The figures of tests with flaky scopes; empty without them.
  private var testsSentence: String {
    let ended = tests(\.runs) + tests(\.died)
    guard ended > 0 else { return "" }
    return "\(ended.counted("test")) with flaky scopes: \(tests(\.exhausted)) exhausted, "
      + "\(tests(\.stopped)) stopped, \(tests(\.recovered)) recovered. "
  }

  /// The number of waits that did not come true; empty where all did.
  private var waitsSentence: String {
    let failed = waits.map(\.failed).reduce(0, +)
    if failed == 0 { return "" }
    return "\(failed) of \(waits.map(\.total).reduce(0, +).counted("wait")) did not come true. "
  }

  /// The number of waits that a summary lists, the worst.
  static var mostWaits: Int { 20 }

  /// The actions and rows that the tables leave out; nil if they have all.
  ///
  /// - Parameter isComplete: True if the tables have all actions and waits.
  func rest(isComplete: Bool = false) -> String? {
    let passed = isComplete ? 0 : actions.count - troubled.count
    let moreWaits = isComplete ? 0 : max(0, waits.count - Self.mostWaits)
    let left = [
      rehearsed == 0 ? nil : rehearsed.counted("rehearsed step"),
      stepsInBurnIns == 0 ? nil : stepsInBurnIns.counted("step in burn-ins", plural: "steps in burn-ins"),
    ].compactMap { $0 }.joined(separator: ", ")
    let sentences = [
      passed == 0 ? nil : "\(passed.counted("action")) passed at the first attempt each time.",
      moreWaits == 0 ? nil : "\(moreWaits.counted("more wait")).",
      left.isEmpty ? nil : "Left out: \(left).",
      input.skipped.total == 0 ? nil : "Skipped: \(input.skipped.description).",
      input.lostRows == 0 ? nil : "Lost: \(input.lostRows.counted("row")), by the numbers of the others.",
    ]
    let text = sentences.compactMap { $0 }.joined(separator: " ")
    return text.isEmpty ? nil : text
  }
}
