/// The steps and waits of a test in one process, on one axis of time.
struct TestTimeline: Equatable, Sendable {
  /// The number of steps that are kept; half of them may be steps that passed.
  static let mostSteps = 100

  /// The number by which it is known: no other has it.
  let number: Int
  let test: String
  private(set) var origin: Timeline.Origin
  /// In the order in which they were over.
  private(set) var steps: [Timeline] = []
  /// The number of steps that are not kept.
  private(set) var omitted = 0
  /// The time that steps lost, in milliseconds; that of a step inside another counts for both.
  private(set) var taxMs: Int64 = 0
  private(set) var hasFailed = false
  /// True if a step that is in no other did not succeed.
  private(set) var failedForGood = false

  /// - Parameter row: The row of its first step.
  init(_ row: Row, number: Int) {
    (test, origin, self.number) = (row.test, Timeline.Origin(row, startMs: row.startMs), number)
  }

  mutating func add(_ step: Timeline) {
    // The rows of steps inside come first.
    if step.startMs.isDated { origin.startMs = min(origin.startMs, step.startMs) }
    taxMs = taxMs.adding(step.taxMs)
    hasFailed = hasFailed || step.hasFailed
    failedForGood = failedForGood || (step.hasFailed && step.parentID.isEmpty && step.outcome != .recovered)
    if steps.count < (step.hasFailed ? Self.mostSteps : Self.mostSteps / 2) { steps.append(step) } else { omitted += 1 }
  }

  /// The time from its first step to the end of its last, in milliseconds of Unix time.
  var span: ClosedRange<Int64> {
    // A clock that was set while the test ran moves nothing else.
    let dated = steps.filter(\.startMs.isDated)
    let known = dated.isEmpty ? steps : dated
    let start = known.map(\.startMs).min() ?? 0
    return start...max(start, known.map(\.endMs).max() ?? 0)
  }

  /// True if it is to be shown before the other.
  func isWorse(than other: TestTimeline) -> Bool {
    if failedForGood != other.failedForGood { return failedForGood }
    return (other.taxMs, test, number) < (taxMs, other.test, other.number)
  }

  /// The steps in no other that is kept, and those inside of each, by its name, in the order of their starts.
  var tree: (roots: [Timeline], inside: [String: [Timeline]]) {
    let sorted = steps.sorted { ($0.startMs, $0.endMs) < ($1.startMs, $1.endMs) }
    let names = Set(steps.map(\.id))
    let isRoot: (Timeline) -> Bool = { !names.contains($0.parentID) || $0.parentID == $0.id }
    return (sorted.filter(isRoot), Dictionary(grouping: sorted.filter { !isRoot($0) }, by: \.parentID))
  }
}
