/// A sentence or two of a comparison, as all formats have it.
struct ComparisonFinding {
  enum Sort {
    case bad, doubtful, good
  }

  let sort: Sort
  /// Such as `New cause`.
  let title: String
  let action: String
  /// The main sentence without the action, for readers who see it above.
  let statement: String
  let details: [String]
  /// The cause, if it is one.
  let cause: CauseCounts?
  /// The alarm that it begins, goes on with or ends.
  let alarm: Alarm?
  /// What to do next.
  let advice: String?

  /// The main sentence with the action.
  var text: String { "\(action.printable): \(statement)" }

  /// The details with the places, for formats that cannot link them.
  var placedDetails: [String] {
    let places = cause?.places.sorted().map(\.text.printable) ?? []
    return details + (places.isEmpty ? [] : ["At \(places.joined(separator: ", "))."]) + [advice].compactMap { $0 }
  }

  /// Everything but the action on one line.
  var sentence: String { ([statement] + placedDetails).map(\.printable).joined(separator: " ") }
}

extension Comparison {
  /// All findings, the worst first.
  var findings: [ComparisonFinding] {
    func isFresh(_ finding: ComparisonFinding) -> Bool {
      !open.contains { open in finding.alarm.map(open.alarm.isSame) ?? false }
    }
    let risen = risen.map { ComparisonFinding($0, isOfDefaultBranch) }
    let causes = newCauses.map { ComparisonFinding($0, isOfDefaultBranch) }
    return risen.filter(isFresh) + causes.filter { $0.sort == .bad && isFresh($0) }
      + newFlakySteps.map(ComparisonFinding.init)
      + stillOpen.map { ComparisonFinding($0, isMended: false, isOfDefaultBranch) }
      + mended.map { ComparisonFinding($0, isMended: true, isOfDefaultBranch) } + causes.filter { $0.sort == .doubtful }
  }

  private var mended: [Alarm] { open.filter { !$0.mendedIn.isEmpty }.map(\.alarm) }

  /// The line before the findings.
  var headline: String {
    let sides = "\(steps.counted("step")) of \(runs.counted("run")), compared with \(baselineRuns.counted("run"))"
    let raised = raised
    let causes = raised.count { !$0.kind.isEmpty }
    let doubtful = newCauses.count { !$0.isSurprising }
    let found = [
      causes.counted("new cause"), doubtful > 0 ? "\(doubtful) that may be rare" : nil,
      (raised.count - causes).counted("risen rate"),
      newFlakySteps.isEmpty ? nil : newFlakySteps.count.counted("new flaky step"),
      stillOpen.isEmpty ? nil : "\(stillOpen.count.counted("alarm")) not mended",
    ]
    return "\(sides): \(found.compactMap { $0 }.joined(separator: ", "))."
  }

  /// The actions, tests and machines that were not compared, because the baseline lacks them.
  var unknowns: [String] {
    func names(_ names: [String]) -> String { names.map(\.printable).joined(separator: ", ") }
    return [
      newActions.isEmpty ? nil : "New actions, of which nothing is known: \(names(newActions)).",
      newMachines.isEmpty
        ? nil : "No older run is of this kind of machine, so no rate is compared: \(names(newMachines)).",
      renamedActions.isEmpty
        ? nil
        : "Most tests have other names than before, so all tests together are compared: \(names(renamedActions)).",
      newTests.isEmpty
        ? nil : "\(unknownSteps.counted("step")) of tests new to such a machine, in no rate: \(newTests.listed).",
    ].compactMap { $0 }
  }

  /// The rises that could have been missed, for the actions with the most steps.
  ///
  /// - Parameter most: The number of actions.
  func missable(most: Int) -> [String] {
    sensitivities(most: most).map { sensitivity in
      let rate =
        sensitivity.detectableRate.map { "a rise from \(sensitivity.then.share.asPercent) to \($0.asPercent) or more" }
        ?? "no rise at all: there is too little data"
      return "\(sensitivity.action.printable): \(rate) (\(sensitivity.now.total.counted("step")))"
    }
  }

  static let missableTitle =
    "The smallest rise that 9 of 10 such runs show; a smaller one may be unseen:"
}

extension ComparisonFinding {
  private static let longestMessage = 160

  fileprivate init(_ new: Comparison.NewCause, _ isOfDefaultBranch: Bool) {
    let cause = new.cause
    let tests = new.tests.filter { !$0.isEmpty }
    let alarm = new.isSurprising ? Alarm(action: new.action, kind: cause.kind.text) : nil
    self.init(
      sort: new.isSurprising ? .bad : .doubtful,
      title: new.isSurprising ? "New cause" : "Perhaps a new cause",
      action: new.action,
      statement: cause.example.printable.truncated(to: Self.longestMessage),
      details: [
        new.steps.counted("step") + (tests.isEmpty ? "" : " in \(tests.listed)") + ".",
        Self.surprise(new),
      ],
      cause: cause,
      alarm: alarm,
      advice: Self.advice(alarm, isOfDefaultBranch)
    )
  }

  private static func surprise(_ new: Comparison.NewCause) -> String {
    guard let probability = new.probability else {
      return "It came only in tests or on machines that the baseline does not have with this action."
    }
    let counted =
      new.comparedSteps == new.steps
      ? "" : " New tests and machines do not count: \(new.comparedSteps.counted("step"))."
    return "Probability that a rare older cause comes this often: \(probability.asProbability).\(counted)"
  }

  fileprivate init(_ change: Comparison.Change, _ isOfDefaultBranch: Bool) {
    let alarm = Alarm(action: change.action, kind: "")
    let runs = change.runs.count > 1 ? " in the newest \(change.runs.count) runs" : ""
    self.init(
      sort: .bad,
      title: "Risen",
      action: change.action.isEmpty ? "All actions together" : change.action,
      statement: "the first attempt failed in \(change.now.text)\(runs), \(change.then.text) before.",
      details: ["Probability without a change: \(change.probability.asProbability)."],
      cause: nil,
      alarm: alarm,
      advice: Self.advice(alarm, isOfDefaultBranch)
    )
  }

  init(_ step: NewFlakyStep) {
    self.init(
      sort: .bad,
      title: "New flaky step",
      action: step.action,
      statement:
        "\(step.retried) of \(step.steps) failed at first (\(step.cause.example.printable.truncated(to: Self.longestMessage))).",
      details: ["No run of the baseline has it."],
      cause: step.cause,
      alarm: nil,
      advice: step.advice
    )
  }

  /// An alarm that was open before.
  fileprivate init(_ alarm: Alarm, isMended: Bool, _ isOfDefaultBranch: Bool) {
    let isRate = alarm.kind.isEmpty
    let place =
      isMended
      ? "It was open \(alarm.age)."
      : isOfDefaultBranch
        ? "Not mended \(alarm.age)." : "On the default branch \(alarm.age); this branch did not bring it."
    let state = isMended ? "the rate is what it was." : "first attempts fail more often than before."
    self.init(
      sort: isMended ? .good : isOfDefaultBranch ? .bad : .doubtful,
      title: isMended ? "Mended" : isRate ? "Still risen" : "Still a new cause",
      action: alarm.action.isEmpty ? "All actions together" : alarm.action,
      statement: isRate ? state : alarm.kind.printable.truncated(to: Self.longestMessage),
      details: [place],
      cause: nil,
      alarm: alarm,
      advice: isMended ? nil : Self.advice(alarm, isOfDefaultBranch)
    )
  }

  private static func advice(_ alarm: Alarm?, _ isOfDefaultBranch: Bool) -> String? {
    guard let alarm else { return nil }
    return isOfDefaultBranch
      ? "It stays until it is mended, or accepted: \(alarm.command)"
      : "Mend it; or, if it is meant, merge it and accept it: \(alarm.command)"
  }
}

extension [String] {
  /// The first five, and how many more there are.
  fileprivate var listed: String {
    let shown = prefix(5)
    return shown.map(\.printable).joined(separator: ", ")
      + (count > shown.count ? " and \(count - shown.count) more" : "")
  }
}

extension Double {
  /// Such as `p = 0.0031` or `p < 0.0001`.
  fileprivate var asProbability: String {
    self < 0.0001 ? "p < 0.0001" : "p = \((self * 10_000).rounded() / 10_000)"
  }
}
