/// The counts of an action in one run.
package struct ActionCounts: Sendable {
  /// Steps that are over, but for those that were skipped.
  private(set) var steps = 0
  /// Steps whose first attempt failed.
  private(set) var firstFailures = 0
  private(set) var recovered = 0
  /// Steps that did not succeed.
  private(set) var failed = 0
  private(set) var causes: [CauseKind: CauseCounts] = [:]
  /// The counts of each test, by its name.
  private(set) var tests: [String: TestCounts] = [:]

  init() {}

  /// - Parameter causes: The number of steps for each kind of cause.
  package init(steps: Int, firstFailures: Int, causes: [CauseKind: Int]) {
    self.steps = steps
    self.firstFailures = firstFailures
    recovered = firstFailures
    for (kind, count) in causes where count > 0 {
      self.causes[kind] = CauseCounts(kind: kind, steps: count, attempts: count, example: kind.text)
    }
  }

  /// The share of first attempts that failed.
  var rate: Rate { Rate(count: firstFailures, total: steps) }

  mutating func count(_ row: Row) {
    let hasFailed = row.ending != .passed && row.ending != .recovered
    if row.ending == .recovered { recovered += 1 }
    count(in: row.test, firstFailed: !row.cause.isEmpty, failed: hasFailed)
  }

  mutating func countDied(in test: String) {
    count(in: test, firstFailed: true, failed: true)
  }

  mutating func add(_ failure: Episodes.Continuation) {
    tests[failure.test]?.continued += 1
    causes[failure.kind]?.continued += 1
  }

  private mutating func count(in test: String, firstFailed: Bool, failed hasFailed: Bool) {
    let one = TestCounts(steps: 1, firstFailures: firstFailed ? 1 : 0, failed: hasFailed ? 1 : 0)
    steps += one.steps
    firstFailures += one.firstFailures
    failed += one.failed
    tests[test, default: TestCounts()].add(one)
  }

  mutating func add(_ other: ActionCounts) {
    steps += other.steps
    firstFailures += other.firstFailures
    recovered += other.recovered
    failed += other.failed
    add(other.causes)
    for (test, counts) in other.tests { tests[test, default: TestCounts()].add(counts) }
  }

  mutating func add(_ more: [CauseKind: CauseCounts]) {
    for (kind, cause) in more {
      if causes[kind] == nil { causes[kind] = cause } else { causes[kind]?.add(cause) }
    }
  }
}

/// The counts of an action in one test.
struct TestCounts: Equatable, Sendable {
  var steps = 0
  var firstFailures = 0
  var failed = 0
  /// First failures of an episode that are counted with its first.
  var continued = 0

  /// The share of first attempts that failed.
  var rate: Rate { Rate(count: firstFailures, total: steps) }

  mutating func add(_ other: TestCounts) {
    steps += other.steps
    firstFailures += other.firstFailures
    failed += other.failed
    continued += other.continued
  }
}
