/// The counts of an action in one run.
struct ActionCounts: Sendable {
  /// By the name of the test.
  var tests: [String: TestCounts] = [:]
  var causes: [CauseKind: CauseCounts] = [:]

  var all: Tally { tests.all }

  mutating func countStep(in test: String, hasFailedFirst: Bool, failedForGood: Bool) {
    var one = TestCounts(Tally(steps: 1, failures: hasFailedFirst ? 1 : 0))
    one.failedForGood = failedForGood ? 1 : 0
    tests[test, default: TestCounts()] += one
  }

  mutating func add(_ failure: Episodes.Step) {
    guard let kind = failure.kind else { return }
    tests[failure.test]?.tally.failures.continued += 1
    tests[failure.test]?.kinds[kind]?.continued += 1
  }

  mutating func add(_ other: ActionCounts) {
    tests.add(other.tests)
    add(other.causes)
  }

  /// - Parameter test: The test of a step that failed of these.
  mutating func add(_ more: [CauseKind: CauseCounts], in test: String) {
    add(more)
    for (kind, cause) in more {
      tests[test, default: TestCounts()].kinds[kind, default: Failures()] += Failures(cause.steps)
    }
  }

  private mutating func add(_ more: [CauseKind: CauseCounts]) {
    for (kind, cause) in more {
      if causes[kind] == nil { causes[kind] = cause } else { causes[kind]?.add(cause) }
    }
  }
}
