internal import Foundation

/// The steps and waits of a test in one process, on one axis of time.
struct TestTimeline: Sendable {
  /// The number of steps that are kept; half of them may be steps that passed.
  static let mostSteps = 100

  let number: Int
  /// The row of its first step.
  let first: Row
  /// The number of its last row, among those of all tests.
  var lastRow = 0
  private var startMs: Int64
  /// In the order in which they finished.
  private(set) var steps: [Timeline] = []
  /// The number of steps that are not kept.
  private(set) var omitted = 0
  /// The time lost to retries, in milliseconds; a nested step's counts for the enclosing step too.
  private(set) var taxMs: Int64 = 0
  private(set) var hasFailed = false
  /// Whether an outermost step did not succeed.
  private(set) var failedForGood = false
  /// Whether a result file in which it passed is of another run.
  private(set) var cannotHavePassed = false
  /// The outcomes of its outermost steps, without waits.
  private(set) var outcomes: Set<Outcome> = []

  init(_ first: Row, number: Int) {
    (self.first, self.number, startMs) = (first, number, first.startMs)
  }

  var test: String { first.testCase }

  mutating func add(_ step: Timeline) {
    // The rows of nested steps come before that of the enclosing step.
    if step.row.startMs.isDated { startMs = min(startMs, step.row.startMs) }
    taxMs &+= step.taxMs
    hasFailed = hasFailed || step.hasFailed
    if step.row.isOutermost {
      // Whatever ends a step whose attempt failed: the issues of the attempt are recorded.
      failedForGood = failedForGood || step.failsTest
      cannotHavePassed = cannotHavePassed || step.row.fields.cannotHavePassed
      if !step.isWait { outcomes.insert(step.outcome) }
    }
    guard steps.count < (step.hasFailed ? Self.mostSteps : Self.mostSteps / 2) else {
      omitted += 1
      return
    }
    var step = step
    step.number = steps.count
    steps.append(step)
  }

  /// Such as `run 7, shard 1, 2026-12-04 10:00 UTC, commit 0de32d9, Debian GNU/Linux 12`.
  var origin: String {
    [
      "run \(first.runID)", first.shard.isEmpty ? "" : "shard \(first.shard)",
      startMs.isDated ? "\(startMs.asInstant) UTC" : "",
      first.commit.isEmpty ? "" : "commit \(first.commit.prefix(9))",
      first.device.isEmpty ? first.systemVersion : first.device,
    ].filter { !$0.isEmpty }.joined(separator: ", ")
  }

  /// The time from its first step to the end of its last, in milliseconds of Unix time.
  var span: ClosedRange<Int64> {
    // A clock that was set while the test ran must not distort the axis.
    let times = steps.map { (start: $0.row.startMs, end: $0.row.endMs) }
    let dated = times.filter(\.start.isDated)
    let known = dated.isEmpty ? times : dated
    let start = known.map(\.start).min() ?? 0
    return start...max(start, known.map(\.end).max() ?? 0)
  }

  func isWorse(than other: TestTimeline) -> Bool {
    if failedForGood != other.failedForGood { return failedForGood }
    return (other.taxMs, test, number) < (taxMs, other.test, other.number)
  }

  /// The outermost of the kept steps, and the nested ones by the id of their parent, in the order of their starts.
  var tree: (roots: [Timeline], inside: [String: [Timeline]]) {
    let sorted = steps.sorted { ($0.row.startMs, $0.row.endMs) < ($1.row.startMs, $1.row.endMs) }
    let names = Set(steps.map(\.row.stepID))
    let isRoot: (Timeline) -> Bool = { !names.contains($0.row.parentStepID) || $0.row.parentStepID == $0.row.stepID }
    return (sorted.filter(isRoot), Dictionary(grouping: sorted.filter { !isRoot($0) }, by: \.row.parentStepID))
  }
}

/// A step, a wait or a whole test, with its failed attempts.
struct Timeline: Sendable {
  /// Its own row; if it did not finish, the row of its begin or of its first attempt, with the figures of all.
  let row: Row
  let attempts: [Row]
  /// The position among the steps of its test.
  var number = 0

  var outcome: Outcome { row.outcome }

  /// Whether an attempt failed.
  var hasFailed: Bool { row.hasFailedFirst && !(outcome.isNeutral && attempts.allSatisfy(\.isForced)) }

  /// Whether it fails its test if it is an outermost one: whatever ends a step, the issues of its failed attempts are recorded.
  var failsTest: Bool { outcome.isFailure || hasFailed && ![.recovered, .unknown].contains(outcome) }

  var isWait: Bool { row.subject == .wait }

  var taxMs: Int64 { isWait ? 0 : row.taxMs }

  /// The files of the attempt that made the step recover.
  var evidence: [Attachment] { outcome == .recovered ? row.attachments : [] }
}
