internal import XCTest

/// The issues of one attempt, from whichever thread they come.
final class AttemptIssues: Sendable {
  /// That of the run of the test in which the step began.
  let ledger: TestLedger
  /// The attempt around the step.
  let outer: AttemptIssues?
  /// The flaky scope of the test that the step is in.
  let flakyScope: FlakyScope?
  let step: StepID
  /// The name of the step, as the call gives it.
  let actionDescription: String?
  /// 1 for the first attempt.
  let number: Int
  let hasRetriesLeft: Bool
  /// True if the run of the test was over when the attempt began.
  private let isTooLate: Bool
  // Behind the lock of the ledger.
  @exclusivity(unchecked) private nonisolated(unsafe) var issues: [WithheldIssue] = []
  @exclusivity(unchecked) private nonisolated(unsafe) var isOver: Bool
  /// True if the issues were handed out, to be reported.
  @exclusivity(unchecked) private nonisolated(unsafe) var isTaken = false

  init(
    of attempt: Attempt,
    named actionDescription: String?,
    in step: StepContext,
    _ flakyScope: FlakyScope?,
    _ ledger: TestLedger
  ) {
    self.ledger = ledger
    outer = step.issues
    self.flakyScope = flakyScope
    self.step = step.id
    self.actionDescription = actionDescription
    number = attempt.number
    hasRetriesLeft = attempt.retriesRemaining > 0
    isTooLate = ledger.state.withLock { state in
      if state.phase == .runs { state.open += 1 }
      return state.phase != .runs
    }
    isOver = isTooLate
  }

  /// What it does about an issue of its code.
  ///
  /// - Parameter canBeReplayed: True if the issue can be recorded again as it was: then the last attempt keeps it too.
  func standing(canBeReplayed: Bool) -> IssueOrigin.Standing {
    ledger.state.withLock { state in
      if isOpen(state) { return canBeReplayed || hasRetriesLeft ? .keeps : .passesOn }
      return .refuses(isOver && !isTooLate ? .attemptIsOver : .testIsOver)
    }
  }

  /// - Returns: False where the attempt is over, and the issue is none of its own.
  func add(_ issue: WithheldIssue) -> Bool {
    ledger.state.withLock { state in
      guard isOpen(state) else { return false }
      if issues.isEmpty { state.unsettled.append(self) }
      issues.append(issue)
      return true
    }
  }

  var isEmpty: Bool { ledger.state.withLock { _ in issues.isEmpty } }

  /// Ends the attempt.
  ///
  /// - Returns: Its issues in the order in which they were recorded.
  func close() -> [WithheldIssue] {
    ledger.state.withLock { state in
      if isOpen(state) {
        isOver = true
        state.open -= 1
      }
      return issues
    }
  }

  /// Hands out the issues, to be reported; only once.
  fileprivate func take() -> [WithheldIssue] {
    ledger.state.withLock { _ in
      defer { isTaken = true }
      return isTaken ? [] : issues
    }
  }

  private func isOpen(_ state: TestLedger.State) -> Bool { !isOver && state.phase != .isAbandoned }
}

extension [AttemptIssues] {
  /// Hands out the issues of several attempts of one step, to be reported: each distinct one once, with the attempts in
  /// which it struck.
  ///
  /// - Parameter attempts: The number of attempts of the step; with 1 there is nothing to tell apart.
  func takeDistinct(ofAttempts attempts: Int) -> [WithheldIssue] {
    guard let step = first.map({ Step.name($0.actionDescription) }) else { return [] }
    let issues = flatMap { attempt in attempt.take().map { (issue: $0, number: attempt.number) } }
    return issues.distinct { numbers in
      attempts == 1 ? "" : " (\(numbers.counted("attempt")) of \(step))"
    }
  }
}

extension [(issue: WithheldIssue, number: Int)] {
  /// Each distinct issue once, if it is not in the result anyway, with a note about where it struck.
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
  /// The noun with these numbers: `attempt 2`, `attempts 1, 2 and 4`; of many only the first.
  func counted(_ noun: String) -> String {
    let most = 5
    let numbers = count > most ? prefix(most - 1).map(String.init) + ["\(count - most + 1) more"] : map(String.init)
    guard let last = numbers.last, numbers.count > 1 else { return "\(noun) \(first ?? 0)" }
    return "\(noun)s \(numbers.dropLast().joined(separator: ", ")) and \(last)"
  }
}

/// The issues that the attempts of a step have withheld; it answers for all of them when it is over.
struct StepIssues {
  /// Nil where nobody keeps an issue out of the result.
  let ledger: TestLedger?
  /// The test case of the step, which an assertion fails at once.
  private let plainTestCase: XCTestCase?
  private var failuresBefore = 0
  /// The attempts that have withheld something.
  private var unsettled: [AttemptIssues] = []

  init(_ ledger: TestLedger?, of testCase: XCTestCase?) {
    self.ledger = ledger
    plainTestCase = ledger == nil ? testCase : nil
  }

  mutating func attemptBegins() {
    if let plainTestCase { failuresBefore = RunningTestCase.failures(of: plainTestCase) }
  }

  /// True if an assertion has failed a plain test case in the attempt, for the first time in its test.
  func hasFirstFailureOfPlainTestCase() -> Bool {
    plainTestCase.map { RunningTestCase.hasFirstFailure($0, since: failuresBefore) } ?? false
  }

  /// An attempt or its late check is over.
  ///
  /// - Returns: The issues that it has withheld.
  mutating func ended(_ attempt: AttemptIssues?) -> [WithheldIssue] {
    guard let attempt else { return [] }
    let withheld = attempt.close()
    if !withheld.isEmpty { unsettled.append(attempt) }
    return withheld
  }

  /// The step is over: only if it has succeeded, what its attempts have withheld is forgiven.
  mutating func resolve(hasSucceeded: Bool, attempts: Int) {
    if unsettled.isEmpty { return }
    ledger?.resolve(unsettled)
    if !hasSucceeded { unsettled.takeDistinct(ofAttempts: attempts).forEach { $0.report() } }
    unsettled = []
  }
}
