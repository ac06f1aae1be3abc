/// The name of a test in JUnit files.
public struct TestName: Hashable, Comparable, Sendable {
  let suite: String
  let name: String

  var text: String { suite.isEmpty ? name : "\(suite)/\(name)" }

  public static func < (left: TestName, right: TestName) -> Bool { (left.suite, left.name) < (right.suite, right.name) }
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

  /// A failure of a suite that is in none of its tests, such as that of its setup.
  typealias FailureOutsideTests = (suite: String, message: String)

  /// The cases of one test; a parameterized test may have several.
  struct Cases: Sendable {
    fileprivate(set) var outcomes: Set<Outcome> = []
    /// The message of the first failure.
    fileprivate(set) var message = ""
    /// The duration in milliseconds.
    fileprivate(set) var duration: Int64 = 0

    /// The worst; a skipped case says less than any other.
    var outcome: Outcome { Outcome.allCases.first(where: outcomes.contains) ?? .skipped }
  }

  private var counts: [Outcome: Int] = [:]
  /// By the names of the records, if they have the test.
  private(set) var tests: [TestName: Cases] = [:]
  var failuresOutsideTests: [FailureOutsideTests] = []
  /// The number of files that could not be read.
  public var unread = 0
  /// The number of tests with a failed step that may have failed, whatever the files say.
  var unknown = 0

  public init() {}

  mutating func add(_ outcome: Outcome, of test: TestName, message: String = "", duration: Int64 = 0) {
    counts[outcome, default: 0] += 1
    tests[test, default: Cases()].outcomes.insert(outcome)
    tests[test]?.duration &+= duration
    if tests[test]?.message == "" { tests[test]?.message = message }
  }

  func count(_ outcome: Outcome) -> Int { counts[outcome] ?? 0 }

  /// Whether a test ran and did not fail.
  var hasPassed: Bool { count(.passed) + count(.recovered) > 0 }

  /// Such as `2 tests` and `1 failure outside tests`; empty if nothing failed.
  var failures: [String] {
    let (tests, outside) = (count(.failed), failuresOutsideTests.count)
    return [
      tests > 0 ? tests.counted("test") : nil, outside > 0 ? "\(outside.counted("failure")) outside tests" : nil,
    ].compactMap(\.self)
  }

  /// Such as `2 tests failed`, `7 passed only after a retry` and `61 passed`; empty without a test.
  var parts: [(outcome: Outcome, text: String)] {
    let known = Outcome.allCases.filter { count($0) > 0 }
    let parts = known.enumerated().map { index, outcome in
      let number = index == 0 ? count(outcome).counted("test") : count(outcome).grouped
      return (outcome, "\(number) \(outcome == .recovered ? "passed only after a retry" : outcome.rawValue)")
    }
    let outside = failuresOutsideTests.count
    return (outside == 0 ? [] : [(.failed, "\(outside.counted("failure")) outside tests")]) + parts
  }
}
