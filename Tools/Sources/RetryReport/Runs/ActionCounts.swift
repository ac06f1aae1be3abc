/// The counts of an action in one run.
package struct ActionCounts: Equatable, Sendable {
  /// The counts in each test, by the name of the test.
  package var tests: [String: TestCounts] = [:]
  package var causes: [CauseKind: CauseCounts] = [:]
  /// Steps that recovered, or that failed in spite of retries inside a step that may have recovered.
  package var retried = 0
  /// The steps that failed in spite of retries, and those in which the process died.
  package var failed = 0

  package init() {}

  /// Counts that do not come from rows.
  package init(tests: [String: TestCounts]) {
    self.tests = tests
    for (kind, steps) in tests.values.flatMap(\.kinds) { add([kind: CauseCounts(kind, steps: steps)]) }
  }

  /// The part that a baseline keeps, without the details of its causes.
  package var usual: ActionCounts {
    var counts = ActionCounts()
    counts.tests = tests.filter { $0.value.steps > 0 }
    counts.failed = failed
    return counts
  }

  /// The counts with the kinds that differ only in the name of the action merged with those of other actions.
  func withoutName(_ action: String) -> ActionCounts {
    var counts = ActionCounts()
    (counts.retried, counts.failed) = (retried, failed)
    counts.tests = tests.mapValues { inTest in
      let kinds = inTest.kinds.map { ($0.withoutName(of: action), $1) }
      return TestCounts(inTest.failures, kinds: Dictionary(kinds, uniquingKeysWith: +))
    }
    for var cause in causes.values {
      cause.kind = cause.kind.withoutName(of: action)
      counts.add([cause.kind: cause])
    }
    return counts
  }

  package mutating func forget(_ kinds: Set<CauseKind>) {
    for kind in kinds {
      for test in tests.keys { tests[test]?.kinds[kind] = nil }
    }
  }

  /// The share of steps whose first attempt failed.
  package var failures: Rate { tests.values.reduce(.zero) { $0 + $1.failures } }

  mutating func countStep(in test: String, hasFailedFirst: Bool) {
    tests[test, default: TestCounts()].failures += Rate(count: hasFailedFirst ? 1 : 0, total: 1)
  }

  package mutating func add(_ other: ActionCounts) {
    for (test, counts) in other.tests { tests[test, default: TestCounts()] += counts }
    retried += other.retried
    failed += other.failed
    add(other.causes)
  }

  mutating func countCauses(of step: OpenStep, in test: String) {
    for (kind, row) in step.causes {
      causes[kind, default: CauseCounts(kind)].count(row)
      tests[test, default: TestCounts()].kinds[kind, default: 0] += 1
    }
  }

  private mutating func add(_ more: [CauseKind: CauseCounts]) {
    for (kind, cause) in more {
      if causes[kind] == nil { causes[kind] = cause } else { causes[kind]?.add(cause) }
    }
  }
}
