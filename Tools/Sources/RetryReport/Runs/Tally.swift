/// The number of steps, and of those whose first attempt failed.
package struct Tally: Hashable, Sendable {
  /// Finished steps, without skipped ones.
  package var steps: Int
  /// Steps whose first attempt failed.
  package var failures: Int

  package init(steps: Int = 0, failures: Int = 0) {
    self.steps = steps
    self.failures = failures
  }

  static func += (sum: inout Tally, more: Tally) {
    sum.steps += more.steps
    sum.failures += more.failures
  }

  var rate: Rate { Rate(count: failures, total: steps) }
}

/// The counts of an action in one test.
package struct TestCounts: Equatable, Sendable {
  package var tally: Tally
  /// The number of steps with each kind of cause.
  package var kinds: [CauseKind: Int]

  package init(_ tally: Tally = Tally(), kinds: [CauseKind: Int] = [:]) {
    self.tally = tally
    self.kinds = kinds
  }

  static func += (sum: inout TestCounts, more: TestCounts) {
    sum.tally += more.tally
    sum.kinds.merge(more.kinds, uniquingKeysWith: +)
  }
}

extension [TestCounts] {
  /// The steps with a kind of cause, of all steps.
  func rate(of kind: CauseKind) -> Rate {
    reduce(.zero) { $0 + Rate(count: $1.kinds[kind] ?? 0, total: $1.tally.steps) }
  }
}

extension [String: TestCounts] {
  package var all: Tally { values.reduce(into: Tally()) { $0 += $1.tally } }

  mutating func add(_ more: Self) {
    for (test, counts) in more { self[test, default: TestCounts()] += counts }
  }
}
