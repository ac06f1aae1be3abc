/// The figures of all steps with one description, or of one test with a flaky scope.
struct ActionFigures: Sendable {
  /// The number of steps from which on no first attempt passes for another reason than chance: with 95 % confidence,
  /// three of four fail.
  private static let fewestBroken = 10

  let unit: RowUnit
  let action: String
  /// Steps that passed at the first attempt.
  var passed = 0
  var recovered = 0
  var exhausted = 0
  var timedOut = 0
  var aborted = 0
  /// Aborted steps that were skipped or cancelled.
  var skipped = 0
  /// Steps in which the process died: failed attempts without an end.
  var died = 0
  /// Steps that did not succeed, and are in no other.
  var failedForGood = 0
  var cures: [Cure: Int] = [:]
  /// The time spent on all but the attempt that succeeded, in milliseconds.
  var taxMs: Int64 = 0
  var durationMs: Int64 = 0
  var waitMs: Int64 = 0
  /// The earliest attempt in which a process died, or that failed.
  var firstFailure: FirstFailure?
  /// The reason of the first step that was stopped, unless its cause says as much.
  var stopReason = ""
  /// The causes of the attempts that failed, each kind once for a step.
  var causes = CommonCauses()
  /// Steps that passed without their action, because it was done already.
  var doneAlready = 0
  var excuses = Excuses()

  var key: ActionKey { ActionKey(unit: unit, action: action) }

  /// Steps that are over.
  var runs: Int { passed + recovered + exhausted + timedOut + aborted }

  /// Steps that ended before their attempts were used up, skips and cancellations left out.
  var stopped: Int { timedOut + aborted - skipped + died }

  /// The share of steps that needed more than one attempt and succeeded, 0 to 1.
  var flakeRate: Double { runs == 0 ? 0 : Double(recovered) / Double(runs) }

  /// True if no step succeeded, or none of many at its first attempt.
  var isBroken: Bool {
    let isUnsuccessful = runs > 0 && exhausted + timedOut == runs
    return isUnsuccessful || (passed + skipped == 0 && runs >= Self.fewestBroken)
  }

  /// True if it did not always pass at the first attempt.
  var hadTrouble: Bool { passed + skipped < runs || died > 0 }

  /// The cure of most recoveries; the first in order if two are equal.
  var mainCure: Cure? {
    let most = cures.values.max() ?? 0
    return Cure.allCases.first { most > 0 && cures[$0] == most }
  }

  /// True if it sorts before another.
  func isWorse(than other: ActionFigures) -> Bool {
    let own = [died, exhausted + stopped, recovered]
    let others = [other.died, other.exhausted + other.stopped, other.recovered]
    if own != others { return others.lexicographicallyPrecedes(own) }
    if taxMs != other.taxMs { return taxMs > other.taxMs }
    if runs != other.runs { return runs > other.runs }
    return (action, unit.rawValue) < (other.action, other.unit.rawValue)
  }
}
