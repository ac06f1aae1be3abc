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

  /// The main sentence with the action.
  var text: String { "\(action.printable): \(statement)" }

  /// The details with the places, for formats that cannot link them.
  var placedDetails: [String] {
    let places = cause?.places.sorted().map(\.text.printable) ?? []
    return details + (places.isEmpty ? [] : ["At \(places.joined(separator: ", "))."])
  }

  /// Everything but the action on one line.
  var sentence: String { ([statement] + placedDetails).map(\.printable).joined(separator: " ") }
}

extension Comparison {
  /// All findings, the worst first.
  var findings: [ComparisonFinding] {
    newCauses.map(ComparisonFinding.init) + risen.map { ComparisonFinding($0, "Risen", .bad) }
      + perhapsRisen.map { ComparisonFinding($0, "Perhaps risen", .doubtful) }
      + fallen.map { ComparisonFinding($0, "Better", .good) }
  }

  /// The line before the findings.
  var headline: String {
    let sides = "\(steps.counted("step")) of \(runs.counted("run")), compared with \(baselineRuns.counted("run"))"
    let certain = newCauses.count(where: \.isSurprising)
    let doubtful = newCauses.count - certain
    let found = [
      certain.counted("new cause"), doubtful > 0 ? "\(doubtful) that may be rare or of a new action" : nil,
      risen.count.counted("risen rate"),
      perhapsRisen.isEmpty ? nil : "\(perhapsRisen.count) that an outage could explain",
      fallen.count.counted("rate that fell", plural: "rates that fell"),
    ]
    return "\(sides): \(found.compactMap { $0 }.joined(separator: ", "))."
  }

  /// The actions, tests and machines that were not compared, because the baseline lacks them.
  var unknowns: [String] {
    func names(_ names: [String]) -> String { names.map(\.printable).joined(separator: ", ") }
    let places = newPlaces.map { $0.machine.isEmpty ? $0.action : "\($0.action) (\($0.machine))" }
    return [
      newActions.isEmpty ? nil : "New actions, of which nothing is known: \(names(newActions)).",
      goneActions.isEmpty
        ? nil : "Actions of the newest run before that are not here, perhaps renamed: \(names(goneActions)).",
      newMachines.isEmpty
        ? nil : "No older run is of this kind of machine, so no rate is compared: \(names(newMachines)).",
      places.isEmpty ? nil : "Older runs have these only on other machines, so they are in no rate: \(names(places)).",
      renamedActions.isEmpty
        ? nil
        : "Most tests have other names than before, so all tests together are compared: \(names(renamedActions)).",
      newTests.isEmpty
        ? nil : "\(unknownSteps.counted("step")) of tests that are new, in no rate: \(newTests.listed).",
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

  fileprivate init(_ new: Comparison.NewCause) {
    let cause = new.cause
    let tests = new.tests.filter { !$0.isEmpty }
    self.init(
      sort: new.isSurprising ? .bad : .doubtful,
      title: new.isSurprising ? "New cause" : new.isOfNewAction ? "Cause of a new action" : "Perhaps a new cause",
      action: new.action,
      statement: cause.example.printable.truncated(to: Self.longestMessage),
      details: [
        new.steps.counted("step") + (tests.isEmpty ? "" : " in \(tests.listed)") + ".",
        Self.surprise(new),
      ],
      cause: cause
    )
  }

  private static func surprise(_ new: Comparison.NewCause) -> String {
    if new.isOfNewAction { return "The baseline does not have this action." }
    guard let probability = new.probability else {
      return "It came only in tests or on machines that the baseline does not have with this action."
    }
    let counted =
      new.comparedSteps == new.steps
      ? "" : " Failures in a row count once, and new tests and machines do not: \(new.comparedSteps.counted("step"))."
    let chance = "Probability that a rare older cause comes this often: \(probability.asProbability).\(counted)"
    guard !new.isSurprising else { return chance }
    guard let share = new.expectedShare else { return "This action has not failed before. \(chance)" }
    return "Of runs like this one, \(share.asPercent) have a failure of a kind not seen before. \(chance)"
  }

  fileprivate init(_ change: Comparison.Change, _ title: String, _ sort: Sort) {
    self.init(
      sort: sort,
      title: title,
      action: change.action,
      statement: "the first attempt failed in \(change.now.text), \(change.then.text) before.",
      details: [Self.probability(change, isCertain: sort != .doubtful) + Self.episodes(change)],
      cause: nil
    )
  }
}

extension ComparisonFinding {
  fileprivate static func probability(_ change: Comparison.Change, isCertain: Bool) -> String {
    let probability = change.probability.asProbability
    return isCertain
      ? "Probability without a change: \(probability)."
      : "If each failure counts: \(probability). A single outage could explain failures in a row."
  }

  fileprivate static func episodes(_ change: Comparison.Change) -> String {
    let (then, now) = change.compared
    guard then != change.then || now != change.now else { return "" }
    return " Failures in a row count once: \(now.count) of \(now.total), and \(then.count) of \(then.total) before."
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
