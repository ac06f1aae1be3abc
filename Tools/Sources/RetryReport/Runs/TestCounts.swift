/// The counts of an action in one test.
package struct TestCounts: Equatable, Sendable {
  /// The steps whose first attempt failed, of all that passed or failed.
  package var failures: Rate
  package var kinds: [CauseKind: Int]

  package init(_ failures: Rate = .zero, kinds: [CauseKind: Int] = [:]) {
    self.failures = failures
    self.kinds = kinds
  }

  package var steps: Int { failures.total }

  package static func += (sum: inout TestCounts, more: TestCounts) {
    sum.failures += more.failures
    sum.kinds.merge(more.kinds, uniquingKeysWith: +)
  }
}

extension Sequence<TestCounts> {
  /// The steps with a kind of cause, of all steps.
  package func rate(of kind: CauseKind) -> Rate {
    reduce(.zero) { $0 + Rate(count: $1.kinds[kind] ?? 0, total: $1.steps) }
  }
}
