internal import Foundation

/// The limits beyond which a job fails.
///
/// Whole tests that ran again count like steps; waits do not count.
public struct Gates: Sendable {
  private static let mostDeaths = 10

  /// The highest allowed rate of each action, in percent; those with a valid reason that expires are exempt.
  ///
  /// The lower bound of the rate counts, because one recovered step of three proves little.
  let actionFlakeRate: Double?
  /// Whether every step and test must succeed and no process may die.
  let exhausted: Bool
  /// The sentence if no step passed or failed, so that the gates cannot be checked; `nil` if they pass then.
  public var noStep: String? = "The gates have no step to check: none passed or failed."
  /// The day in UTC, such as `2027-03-31`.
  private let today: String

  package init(actionFlakeRate: Double? = nil, exhausted: Bool = false, today: String = Int64.now.asDay) {
    self.actionFlakeRate = actionFlakeRate
    self.exhausted = exhausted
    self.today = today
  }

  /// The result of each gate that is switched on.
  public func results(_ report: Report) -> [GateResult] {
    let actions = report.actions.filter { $0.unit != .wait }
    let isChecked = problems(report).isEmpty
    let unknown = unknownEnds(actions)
    let rate = actionFlakeRate.map { percent in
      GateResult(
        "--fail-on-action-flake-rate \(String(format: "%g", percent))",
        failures: actions.compactMap(flakiness),
        isChecked: problems(report).allSatisfy(unknown.contains)
      )
    }
    let died = report.input.dead.prefix(Self.mostDeaths).map(\.sentence)
    let failed = actions.filter { $0.failed > 0 }
    let names = failed.isEmpty ? [] : ["\(failed.counted(\.failed)) did not succeed: \(failed.map(\.title).listed)."]
    let ofFailed = exhausted ? GateResult("--fail-on-exhausted", failures: died + names, isChecked: isChecked) : nil
    return [rate, ofFailed].compactMap(\.self)
  }

  /// A sentence for each gate that fails.
  public func failures(_ report: Report) -> [String] { results(report).flatMap(\.failures) }

  /// The actions that fail a gate; their counts must not become usual.
  public func failingActions(_ report: Report) -> [String] {
    report.actions.filter { action in
      action.unit == .step && (flakiness(of: action) != nil || exhausted && action.failed > 0)
    }.map(\.action)
  }

  /// A sentence such as `Pay: 8 of 12 recovered, which is more than 30.0 % with 95 % confidence`.
  private func flakiness(of action: ActionFigures) -> String? {
    // The bound is expensive, and most actions are below the limit anyway.
    guard let percent = actionFlakeRate, action.flakeRate * 100 > percent, !action.flakiness.areValid(on: today) else {
      return nil
    }
    guard Rate(count: action.recovered, total: action.decided).lowerBound * 100 > percent else { return nil }
    let counts = "\(action.recovered) of \(action.decided) recovered"
    return "\(action.title.printable): \(counts), which is more than \(percent) % with 95 % confidence."
  }

  /// A sentence for what no gate checks: tests and steps that failed, and actions with a rate above the limit but too few steps.
  public func notes(_ report: Report) -> [String] {
    let failures = report.results?.failures.joined(separator: " and ") ?? ""
    let failed =
      failures.isEmpty ? [] : ["No gate checks the tests (\(failures)): use the exit code of the test command."]
    let steps = report.actions.filter { $0.unit != .wait && $0.failed > 0 }
    let ungated =
      exhausted || steps.isEmpty
      ? [] : ["No gate checks the \(steps.counted(\.failed)) that failed: see --fail-on-exhausted."]
    return failed + ungated + notesOnRates(report)
  }

  private func notesOnRates(_ report: Report) -> [String] {
    guard let percent = actionFlakeRate else { return [] }
    let actions = report.actions.filter { action in
      action.unit != .wait && action.flakeRate * 100 > percent && flakiness(of: action) == nil
        && !action.flakiness.areValid(on: today)
    }
    return actions.map {
      "\($0.title.printable): \($0.recovered) of \($0.decided) recovered, which are too few steps to prove more than \(percent) %, so the gate passes."
    }
  }

  public var isSet: Bool { actionFlakeRate != nil || exhausted }

  /// A sentence for each gate that the records cannot decide.
  public func problems(_ report: Report) -> [String] {
    guard isSet else { return [] }
    let hasSteps = report.actions.contains { $0.unit != .wait && ($0.decided > 0 || exhausted && $0.failed > 0) }
    return (hasSteps ? [] : [noStep].compactMap(\.self)) + unknownEnds(report.actions)
      + report.input.gateProblems
  }

  /// A sentence about the steps that may have failed; rates are about many steps, and do not need each of them.
  private func unknownEnds(_ actions: [ActionFigures]) -> [String] {
    let unknown = actions.filter { $0.unit != .wait && $0.unknown > 0 }
    if !exhausted || unknown.isEmpty { return [] }
    return ["The records do not say how \(unknown.counted(\.unknown)) ended: \(unknown.map(\.title).listed)."]
  }
}

extension [ActionFigures] {
  /// Such as `3 steps and 1 whole test`.
  fileprivate func counted(_ figure: (ActionFigures) -> Int) -> String {
    let units: [(RowUnit, noun: String)] = [(.step, "step"), (.test, "whole test")]
    return units.compactMap { unit, noun in
      let count = filter { $0.unit == unit }.reduce(0) { $0 + figure($1) }
      return count > 0 ? count.counted(noun) : nil
    }.joined(separator: " and ")
  }
}
