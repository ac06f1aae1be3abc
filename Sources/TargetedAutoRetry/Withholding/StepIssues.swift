internal import XCTest

/// The issues in the attempts of a step.
struct StepIssues {
  private let step: StepID
  private let run: TestRun?
  /// The test case of the step, if an assertion fails it at once.
  private let plainTestCase: XCTestCase?
  private let nest: Locked<Nest>
  private var failuresBefore = 0
  /// True if the author expects the failure of a step inside, which an attempt had withheld.
  private(set) var isFailureExpected = false

  init(of step: StepID, in run: TestRun?, _ testCase: XCTestCase?, _ nest: Locked<Nest>) {
    self.step = step
    self.run = run
    self.nest = nest
    plainTestCase = run == nil ? testCase : nil
  }

  mutating func attemptBegins() { failuresBefore = failures }

  private var failures: Int {
    guard let testRun = plainTestCase?.testRun else { return 0 }
    return testRun.totalFailureCount - nest.withLock { $0.failures }
  }

  /// True if the attempt has failed a test case that withholds nothing.
  var plainTestCaseHasFailed: Bool { failures > failuresBefore }

  func takeFailuresOfSteps() -> [FailureCause] {
    (run?.attempts(of: step) ?? []).flatMap { $0.takeFailuresOfSteps() }.distinct
  }

  /// Ends the step; withheld issues are forgiven only if the step has succeeded.
  mutating func resolve(hasSucceeded: Bool, attempts: Int) {
    let unsettled = run?.settle(step, isForgiven: hasSucceeded) ?? []
    if hasSucceeded { return }
    let expected = unsettled.takeDistinct(ofAttempts: attempts).filter { !$0.report() }
    isFailureExpected = expected.contains(where: \.isFailureOfStep)
  }
}

extension [StepContext] {
  /// Hands out the distinct issues of the attempts of one step, each with the numbers of its attempts.
  func takeDistinct(ofAttempts attempts: Int) -> [WithheldIssue] {
    guard let step = first?.step.name else { return [] }
    let issues = flatMap { context in context.takeIssues().map { (issue: $0, number: context.attempt.number) } }
    return issues.distinct { numbers in
      attempts == 1 ? "" : " (\(numbers.counted("attempt")) of \(step))"
    }
  }
}

extension [(issue: WithheldIssue, number: Int)] {
  /// The distinct issues that are not in the result already, with a note of the attempts that they struck in.
  func distinct(_ note: ([Int]) -> String) -> [WithheldIssue] {
    var numbers: [String: [Int]] = [:]
    var issues: [(key: String, issue: WithheldIssue)] = []
    var recorded: Set<String> = []
    for (issue, number) in self {
      let key = issue.key
      if issue.isInResult { recorded.insert(key) }
      if numbers[key] == nil { issues.append((key, issue)) }
      if numbers[key]?.last != number { numbers[key, default: []].append(number) }
    }
    return issues.filter { !recorded.contains($0.key) }
      .map { $0.issue.noting(note(numbers[$0.key] ?? [])) }
  }
}

extension [Int] {
  /// The noun with these numbers: `attempt 2`, `attempts 1, 2 and 4`; long lists are cut.
  func counted(_ noun: String) -> String {
    let most = 5
    let numbers = count > most ? prefix(most - 1).map(String.init) + ["\(count - most + 1) more"] : map(String.init)
    guard let last = numbers.last, numbers.count > 1 else { return "\(noun) \(first ?? 0)" }
    return "\(noun)s \(numbers.dropLast().joined(separator: ", ")) and \(last)"
  }
}
