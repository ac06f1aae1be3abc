/// The figures of all steps or waits with one description, or of one test with a flaky scope.
struct ActionFigures: Sendable {
  /// The minimum number of steps for an action to be broken: if none of ten passes at the first attempt, three of four
  /// fail, with 95 % confidence.
  private static let fewestBroken = 10

  let unit: RowUnit
  let action: String
  /// The number of steps with each outcome.
  var outcomes: [Outcome: Int] = [:]
  /// Outermost steps and tests that did not succeed.
  var failedForGood = 0
  var recoveredBy: [Recovery: Int] = [:]
  /// The time spent on all but the attempt that succeeded, in milliseconds.
  var taxMs: Int64 = 0
  /// Its part of the time lost to retries, in milliseconds; that of all steps is the sum of these.
  var lostMs: Int64 = 0
  var durationMs: Int64 = 0
  var waitMs: Int64 = 0
  /// The first attempt in which a process died; without one, the first that failed.
  var firstFailure: Row?
  /// Why the first step with each outcome ended early, unless its cause already says it.
  var endReasons: [Outcome: String] = [:]
  /// The causes of the failed attempts; each kind counts once for a step.
  var causes = CommonCauses()
  var flakiness = FlakinessByFile()
  var history = ActionHistory()

  var key: ActionKey { ActionKey(unit: unit, action: action) }

  /// The number of steps with an outcome.
  subscript(_ outcome: Outcome) -> Int { outcomes[outcome] ?? 0 }

  var passed: Int { self[.passed] }
  var recovered: Int { self[.recovered] }
  var died: Int { self[.died] }
  var unknown: Int { self[.unknown] }

  var steps: Int { outcomes.values.reduce(0, +) }

  /// The number of finished steps.
  var runs: Int { steps - died - unknown }

  /// The finished steps that passed or failed, which rates are about.
  var decided: Int { runs - self[.stopped] - self[.skipped] - self[.canceled] }

  var failed: Int { outcomes.filter(\.key.isFailure).values.reduce(0, +) }

  var costMs: Int64 { isCountedInSteps ? taxMs : lostMs }

  /// Whether the time that it lost is counted for the steps in it: it is a whole test.
  var isCountedInSteps: Bool { unit == .test && lostMs == 0 && taxMs > 0 }

  var mood: Mood { failed > 0 ? .bad : outcomes.keys.map { Mood($0) }.max() ?? .good }

  /// The share of steps that needed more than one attempt and succeeded, 0 to 1.
  var flakeRate: Double { Rate(count: recovered, total: decided).share }

  /// Whether no step succeeded, or none of many at its first attempt.
  var isBroken: Bool {
    let isUnsuccessful = decided > 0 && passed + recovered == 0
    return isUnsuccessful || (passed == 0 && decided >= Self.fewestBroken)
  }

  /// Whether some step did not pass at the first attempt.
  var hadTrouble: Bool { passed < steps }

  /// What made most recovered steps pass; the first in order if two are equal.
  var mainRecovery: Recovery? {
    let most = recoveredBy.values.max() ?? 0
    return Recovery.allCases.first { most > 0 && recoveredBy[$0] == most }
  }

  func isWorse(than other: ActionFigures) -> Bool {
    let own = [died, failed, recovered, self[.stopped], Int(costMs), runs]
    let others = [other.died, other.failed, other.recovered, other[.stopped], Int(other.costMs), other.runs]
    if own != others { return others.lexicographicallyPrecedes(own) }
    return (action, unit.rawValue) < (other.action, other.unit.rawValue)
  }
}
