/// The name of a test in JUnit files.
struct TestName: Hashable, Sendable {
  let suite: String
  let name: String
}

extension TestName {
  init(_ row: Row) {
    self.init(suite: row.suite, name: row.testName)
  }
}

/// The number of tests with each result, from result files.
public struct TestResults: Sendable {
  /// A passed test recovered if one of its steps, or the test itself, needed a retry.
  enum Outcome: String, CaseIterable {
    case failed, recovered, passed, skipped
  }

  private var counts: [Outcome: Int] = [:]
  /// The number of files that could not be read.
  public var unread = 0

  public init() {}

  mutating func add(_ outcome: Outcome) { counts[outcome, default: 0] += 1 }

  func count(_ outcome: Outcome) -> Int { counts[outcome] ?? 0 }

  /// Such as `2 tests failed`, `7 passed only after a retry` and `61 passed`; empty without a test.
  var parts: [(outcome: Outcome, text: String)] {
    let known = Outcome.allCases.filter { count($0) > 0 }
    return known.enumerated().map { index, outcome in
      let number = index == 0 ? count(outcome).counted("test") : count(outcome).grouped
      return (outcome, "\(number) \(outcome == .recovered ? "passed only after a retry" : outcome.rawValue)")
    }
  }
}
