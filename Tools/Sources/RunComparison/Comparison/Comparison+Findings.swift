internal import Foundation
package import RetryReport

extension Comparison {
  /// What the formats show of it.
  package var summary: ComparisonSummary {
    ComparisonSummary(
      headline: headline,
      nothingNew: nothingNew,
      findings: findings,
      unknowns: unknowns,
      commit: commit
    )
  }

  private var nothingNew: String {
    if isOfNewMachine, let machineProblem { return machineProblem }
    let rates = rateProblem ?? "Compared with \(baselineRuns.counted("earlier run")): nothing new."
    return [rates, machineProblem].compactMap(\.self).joined(separator: " ")
  }

  /// All findings, the worst first.
  var findings: [Finding] {
    func isFresh(_ alarm: Alarm) -> Bool { !open.contains { $0.alarm.covers(alarm) } }
    let risen = risen.filter { isFresh($0.alarm) }.map { Finding($0, in: self) }
    let (certain, doubtful) = (newCauses.filter(\.isSurprising), newCauses.filter { !$0.isSurprising })
    return risen + certain.filter { isFresh($0.alarm) }.map { Finding($0, in: self) }
      + newFlakySteps.map { Finding($0) }
      + (notFixed + open.filter(\.isFixed)).map { Finding($0, in: self) }
      + outliers.map(Finding.init(outlier:)) + doubtful.map { Finding($0, in: self) }
  }

  /// The line before the findings.
  var headline: String {
    let sides = "\(steps.counted("step")) of \(runs.counted("run")), compared with \(baselineRuns.counted("run"))"
    let raised = raised
    let causes = raised.count { !$0.kind.isEmpty }
    let doubtful = newCauses.count { !$0.isSurprising }
    let found = [
      causes.counted("new cause"), doubtful > 0 ? doubtful.counted("possible new cause") : nil,
      (raised.count - causes).counted("increased failure rate"),
      newFlakySteps.isEmpty ? nil : newFlakySteps.count.counted("new flaky step"),
      stillOpen.isEmpty ? nil : "\(stillOpen.count.counted("alarm")) not fixed",
    ]
    return "\(sides): \(found.compactMap { $0 }.joined(separator: ", "))."
  }

  /// The actions, tests and machines that were not compared, because the baseline does not have them.
  var unknowns: [String] {
    func sentence(_ start: String, _ names: [String]) -> String? {
      names.isEmpty ? nil : "\(start): \(names.map(\.printable).joined(separator: ", "))."
    }
    return [
      sentence("New actions, not compared", newActions),
      sentence("The baseline has no run on this kind of machine, so no rate was compared", newMachines),
      sentence("Most tests have different names than before, so all tests are compared together", renamedActions),
      newTests.isEmpty
        ? nil
        : "\(unknownSteps.counted("step")) in tests new to this kind of machine, not compared: \(newTests.listed).",
    ].compactMap { $0 }
  }
}

extension Finding {
  private static let longestMessage = 160
  private static let allActions = "All actions together"

  fileprivate init(_ new: Comparison.NewCause, in comparison: Comparison) {
    let cause = new.cause
    let tests = new.tests.filter { !$0.isEmpty }
    let alarm = new.isSurprising ? new.alarm : nil
    self.init(
      sort: new.isSurprising ? .bad : .doubtful,
      title: new.isSurprising ? "New cause" : "Possibly a new cause",
      action: new.action.isEmpty ? Self.allActions : new.action,
      statement: cause.example.printable.truncated(to: Self.longestMessage),
      details: [
        new.steps.counted("step") + (new.actions.isEmpty ? "" : " of \(new.actions.listed)")
          + (tests.isEmpty ? "" : " in \(tests.listed)") + ".",
        new.isBack ? "It disappeared after one run and has come back." : nil,
        new.isOfOneRun && !new.isSurprising ? "It is no alarm, because the other runs do not show it." : nil,
        Self.surprise(new),
      ].compactMap { $0 },
      cause: cause,
      advice: Self.advice(alarm, in: comparison)
    )
  }

  private static func surprise(_ new: Comparison.NewCause) -> String {
    guard let probability = new.probability else {
      return "It occurs only in tests or on machines for which the baseline has no steps of this action."
    }
    let counted =
      new.comparedSteps == new.steps
      ? "" : " Compared steps: \(new.comparedSteps), because the others are in new tests or on new machines."
    let needed = new.neededSteps.map { $0.counted("step") } ?? "p ≤ \(new.neededProbability.asShortNumber)"
    return
      "Probability that a rare known cause occurs this often: \(probability.asProbability); an alarm needs \(needed)."
      + counted
  }

  fileprivate init(_ change: Comparison.Change, in comparison: Comparison) {
    let alarm = change.alarm
    let runs = change.runs.count > 1 ? " in the newest \(change.runs.count) runs" : ""
    self.init(
      sort: .bad,
      title: alarm.title,
      action: change.action.isEmpty ? Self.allActions : change.action,
      statement: "the first attempt failed in \(change.now.text)\(runs); before in \(change.then.text).",
      details: [
        "Probability if nothing changed: \(change.probability.asProbability); an alarm needs "
          + "p ≤ \(change.neededProbability.asShortNumber)."
      ],
      advice: Self.advice(alarm, in: comparison)
    )
  }

  /// The rate of a single run of the default branch.
  fileprivate init(outlier change: Comparison.Change) {
    let before = change.then.share.asPercent
    self.init(
      sort: .doubtful,
      title: "This run",
      action: change.action.isEmpty ? Self.allActions : change.action,
      statement: "\(change.now.count) of \(change.now.total.counted("first attempt")) failed; before: \(before).",
      details: ["It becomes an alarm if the next runs look the same."]
    )
  }

  init(_ step: NewFlakyStep) {
    self.init(
      sort: .bad,
      title: "New flaky step",
      action: step.action,
      statement: "\(step.retried) of \(step.steps.counted("first attempt")) failed "
        + "(\(step.cause.example.printable.truncated(to: Self.longestMessage))).",
      details: ["The baseline does not contain this step."],
      cause: step.cause,
      advice: step.advice
    )
  }

  /// An alarm that was open before.
  fileprivate init(_ open: OpenAlarm, in comparison: Comparison) {
    let (alarm, isFixed) = (open.alarm, open.isFixed)
    let isRate = alarm.kind.isEmpty
    let place =
      isFixed
      ? "It was open \(alarm.age)."
      : comparison.branch == .main
        ? "Not fixed \(alarm.age)." : "Open on the default branch \(alarm.age); this branch did not cause it."
    let state = isFixed ? "the failure rate is back to normal." : "the first attempt failed in \(open.rates)."
    let steps = isRate || isFixed ? nil : "Steps with it: \(open.rates)."
    let tests = isFixed || open.tests.isEmpty ? nil : "Tests: \(open.tests.listed)."
    self.init(
      sort: isFixed ? .good : comparison.branch == .main ? .bad : .doubtful,
      title: isFixed ? "Fixed" : "\(alarm.title), still open",
      action: alarm.action.isEmpty ? Self.allActions : alarm.action,
      statement: isRate ? state : alarm.kind.printable.truncated(to: Self.longestMessage),
      details: [place, steps, tests].compactMap(\.self),
      advice: isFixed ? nil : Self.advice(alarm, in: comparison)
    )
  }

  private static func advice(_ alarm: Alarm?, in comparison: Comparison) -> String? {
    guard let alarm else { return nil }
    guard let command = comparison.accept?.command(for: alarm) else {
      return
        "Fix it. If the change is intended, merge it, and write a new baseline or accept the alarm of retry-report ci."
    }
    return comparison.branch == .main
      ? "The alarm stays open until it is fixed or accepted: \(command)"
      : "Fix it. If the change is intended, merge it, and accept the alarm of the default branch: \(command)"
  }
}

extension Double {
  /// Such as `p = 0.0031` or `p < 0.000001`.
  fileprivate var asProbability: String { self < 0.000_001 ? "p < 0.000001" : "p = \(asShortNumber)" }

  /// Two digits after the zeros, such as `0.000051`.
  fileprivate var asShortNumber: String {
    String(format: "%.*f", max(2, self > 0 ? Int(1 - log10(self).rounded(.down)) : 2), self)
  }
}
