/// Failures, of which some are part of an episode and counted with its first.
package struct Failures: Hashable, Sendable {
  package var all: Int
  package var continued: Int

  package init(_ all: Int = 0, continued: Int = 0) {
    (self.all, self.continued) = (all, continued)
  }

  /// The number of failures with one for each episode.
  package var counted: Int { all - continued }

  static func += (sum: inout Failures, more: Failures) {
    sum.all += more.all
    sum.continued += more.continued
  }
}

/// Steps, and those of which the first attempt failed.
package struct Tally: Hashable, Sendable {
  /// Steps that are over, but for those that were skipped.
  package var steps: Int
  /// Steps whose first attempt failed.
  package var failures: Failures

  package init(steps: Int = 0, failures: Int = 0, continued: Int = 0) {
    (self.steps, self.failures) = (steps, Failures(failures, continued: continued))
  }

  static func += (sum: inout Tally, more: Tally) {
    sum.steps += more.steps
    sum.failures += more.failures
  }

  /// The rate as tables have it.
  var rate: Rate { Rate(count: failures.all, total: steps) }

  /// The rate with one failure for each episode.
  var compared: Rate { Rate(count: failures.counted, total: steps - failures.continued) }
}

/// The counts of an action in one test.
package struct TestCounts: Equatable, Sendable {
  package var tally: Tally
  /// Steps that did not succeed and are in no other.
  var failedForGood = 0
  /// The steps in which a kind of cause came.
  package var kinds: [CauseKind: Failures]

  package init(_ tally: Tally = Tally(), kinds: [CauseKind: Failures] = [:]) {
    (self.tally, self.kinds) = (tally, kinds)
  }

  static func += (sum: inout TestCounts, more: TestCounts) {
    sum.tally += more.tally
    sum.failedForGood += more.failedForGood
    for (kind, failures) in more.kinds { sum.kinds[kind, default: Failures()] += failures }
  }
}

extension [String: TestCounts] {
  /// The counts of all tests.
  package var all: Tally { values.reduce(into: Tally()) { $0 += $1.tally } }

  mutating func add(_ more: Self) { merge(more) { $0.adding($1) } }
}

extension TestCounts {
  fileprivate func adding(_ more: TestCounts) -> TestCounts {
    var sum = self
    sum += more
    return sum
  }
}
