internal import XCTest

/// The issues of one attempt, from any thread.
final class AttemptIssues: Sendable {
  private struct State {
    var issues: [WithheldIssue] = []
    /// The reason why the attempt withholds nothing any more; nil while it is open.
    var end: NotWithheld?
  }

  let step: Step
  private let attempt: Attempt
  let outer: AttemptIssues?
  let flakyScope: FlakyScope?
  /// The run of the test in which the step began.
  private let run: TestRun
  private let state = Locked(State())

  init(
    of attempt: Attempt,
    in step: Step,
    _ outer: AttemptIssues?,
    _ flakyScope: FlakyScope?,
    _ run: TestRun
  ) {
    self.step = step
    self.attempt = attempt
    self.outer = outer
    self.flakyScope = flakyScope
    self.run = run
    if !run.begin(self) { end(.testIsOver) }
  }

  var number: Int { attempt.number }

  /// The attempt's decision about an issue of its code.
  ///
  /// - Parameter canBeReplayed: True if the issue can be recorded again as it was. Only then does the last attempt keep
  ///   it.
  func standing(canBeReplayed: Bool) -> IssueOrigin.Standing {
    if let end = state.withLock({ $0.end }) { return .refuses(end) }
    return canBeReplayed || attempt.retriesRemaining > 0 ? .keeps : .passesOn
  }

  /// - Returns: False if the attempt is over: the issue is not its own.
  func add(_ issue: WithheldIssue) -> Bool {
    state.withLock { state in
      if state.end == nil { state.issues.append(issue) }
      return state.end == nil
    }
  }

  var isOpen: Bool { state.withLock { $0.end == nil } }

  var isEmpty: Bool { state.withLock { $0.issues.isEmpty } }

  /// Ends the attempt, unless it is over.
  func end(_ reason: NotWithheld) { state.withLock { $0.end = $0.end ?? reason } }

  /// - Returns: The issues, in the order in which they were recorded.
  func close() -> [WithheldIssue] {
    end(.attemptIsOver)
    let issues = state.withLock { $0.issues }
    if issues.isEmpty { run.settle([self]) }
    return issues
  }

  /// Hands out the issues to be reported, once only.
  fileprivate func take() -> [WithheldIssue] {
    state.withLock { state in
      defer { state.issues = [] }
      return state.issues
    }
  }
}

extension [AttemptIssues] {
  /// Hands out the distinct issues of the attempts of one step, each with the numbers of its attempts.
  func takeDistinct(ofAttempts attempts: Int) -> [WithheldIssue] {
    guard let step = first?.step.name else { return [] }
    let issues = flatMap { attempt in attempt.take().map { (issue: $0, number: attempt.number) } }
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

/// The issues that the attempts of a step have withheld, until the step is over.
struct StepIssues {
  /// Nil if issues cannot be withheld.
  private let run: TestRun?
  /// The test case of the step, if an assertion fails it at once.
  private let plainTestCase: XCTestCase?
  private var failuresBefore = 0
  /// The attempts that have withheld something.
  private var unsettled: [AttemptIssues] = []

  init(in run: TestRun?, of testCase: XCTestCase?) {
    self.run = run
    plainTestCase = run == nil ? testCase : nil
  }

  mutating func attemptBegins() { failuresBefore = failures }

  private var failures: Int { plainTestCase?.testRun?.totalFailureCount ?? 0 }

  /// True if the attempt has failed a test case that withholds nothing.
  var plainTestCaseHasFailed: Bool { failures > failuresBefore }

  /// - Returns: The issues that an attempt or its late check has withheld.
  mutating func ended(_ attempt: AttemptIssues?) -> [WithheldIssue] {
    guard let attempt else { return [] }
    let withheld = attempt.close()
    if !withheld.isEmpty { unsettled.append(attempt) }
    return withheld
  }

  /// Ends the step; withheld issues are forgiven only if the step has succeeded.
  mutating func resolve(hasSucceeded: Bool, attempts: Int) {
    if unsettled.isEmpty { return }
    run?.settle(unsettled, isForgiven: hasSucceeded)
    if !hasSucceeded { unsettled.takeDistinct(ofAttempts: attempts).forEach { $0.report() } }
    unsettled = []
  }
}
