internal import RetryReport

/// Something that got worse on the default branch.
///
/// It is open until it is fixed or accepted. Its runs do not count as usual for their action; otherwise the failures
/// themselves would become usual.
package struct Alarm: Codable, Equatable, Sendable {
  /// The decision of a user to accept an alarm.
  struct Acceptance: Codable, Equatable, Sendable {
    let by: String
    let reason: String
    let day: String
  }

  /// The probability that a cause that came in several runs stays away by chance.
  static let levelOfFix = 0.00001
  /// The same for a cause that came in one run only: an outage must not keep a branch red.
  static let levelOfFixInOneRun = 0.05
  /// The largest probability at which the newest runs, after the most runs of a fix, still show an increased rate.
  static let levelOfRate = 0.05
  /// The number of runs after which an alarm closes unless they still show it.
  static let mostRunsOfFix = 10
  /// How much likelier the newest runs are at the earlier rate if a rate is back, as a natural logarithm: 55 times.
  private static let evidenceOfReturn = 4.0

  /// Empty for all actions together.
  package let action: String
  /// The kind of a new cause; empty for a rate.
  package let kind: String
  var since = Baseline.Sighting(day: "", commit: "")
  /// The runs that do not count as usual, the oldest first.
  var runs: [String] = []
  var ended: Baseline.Sighting?
  var acceptance: Acceptance?
  /// How often an alarm of this rate has closed by itself; `nil` if never.
  var closings: Int?

  /// The evidence that closes the alarm of a rate: more for one that came back after its alarm closed.
  var neededEvidence: Double { Self.evidenceOfReturn * Double(1 + (closings ?? 0)) }

  var isOpen: Bool { ended == nil && acceptance == nil }

  /// The name by which it is accepted, such as `3f09a2c1`.
  var name: String { String("\(action)\n\(kind)".stableHash, radix: 16) }

  func isSame(as other: Alarm) -> Bool { (action, kind) == (other.action, other.kind) }

  /// Whether both are of one cause, of which one alarm is enough.
  func covers(_ other: Alarm) -> Bool {
    if isSame(as: other) { return true }
    guard !kind.isEmpty, action.isEmpty || other.action.isEmpty else { return false }
    return CauseKind(text: kind).withoutName(of: action) == CauseKind(text: other.kind).withoutName(of: other.action)
  }

  /// Whether a run counts as usual for the actions that the alarm concerns.
  ///
  /// - Parameter order: The place of each run, counted from the oldest.
  func isReference(_ run: String, _ order: [String: Int]) -> Bool {
    if acceptance == nil { return !runs.contains(run) }
    // Once it is accepted, a rate counts as usual from the first run of its alarm.
    guard kind.isEmpty, let first = runs.first.flatMap({ order[$0] }) else { return true }
    return order[run] ?? 0 >= first
  }

  var title: String { kind.isEmpty ? "More failures" : "New cause" }

  /// The action, and the cause if it is one.
  var text: String {
    let subject = action.isEmpty ? "all actions together" : action.printable
    return kind.isEmpty ? subject : "\(subject): \(kind.printable.truncated(to: 160))"
  }

  /// Such as `since commit 0de32d9 of 2026-11-21`.
  var age: String {
    let commit = since.commit.isEmpty ? "a run" : "commit \(String(since.commit.prefix(12)).printable)"
    return "since \(commit)" + (since.day.isEmpty ? "" : " of \(since.day)")
  }
}
