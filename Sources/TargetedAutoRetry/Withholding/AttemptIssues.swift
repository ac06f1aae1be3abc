/// The issues of one attempt, from whichever thread they come.
final class AttemptIssues: IssueKeeper {
  private struct State {
    var issues: [WithheldIssue] = []
    var isOpen = true
    /// True if the test was over before the attempt.
    var isAbandoned = false
    /// True if the issues were handed out, to be reported.
    var isTaken = false
  }

  /// The attempt around the step.
  let outer: AttemptIssues?
  /// The flaky scope of the test that the step is in.
  let flakyPart: (any IssueKeeper)?
  let step: StepID
  /// The name of the step, as the call gives it.
  let actionDescription: String?
  /// 1 for the first attempt.
  let number: Int
  let hasRetriesLeft: Bool
  private let state: Locked<State>

  /// - Parameters:
  ///   - surroundings: What the step runs inside of, itself included.
  ///   - isTestOver: True for an attempt that begins too late to keep anything.
  init(
    of attempt: Attempt,
    named actionDescription: String?,
    in context: StepContext,
    _ surroundings: Surroundings,
    isTestOver: Bool
  ) {
    outer = context.issues
    flakyPart = surroundings.flakyPart
    step = context.id
    self.actionDescription = actionDescription
    number = attempt.number
    hasRetriesLeft = attempt.retriesRemaining > 0
    state = Locked(State(isOpen: !isTestOver, isAbandoned: isTestOver))
  }

  var isOpen: Bool { state.withLock { $0.isOpen } }

  /// The reason why an issue of an attempt that is over is a failure.
  var whyNotWithheld: NotWithheld { state.withLock { $0.isAbandoned } ? .testIsOver : .attemptIsOver }

  /// - Returns: False where the attempt is over, and the issue is none of its own.
  func add(_ issue: WithheldIssue) -> Bool {
    state.withLock { state in
      if state.isOpen { state.issues.append(issue) }
      return state.isOpen
    }
  }

  /// Ends the attempt.
  ///
  /// - Returns: Its issues in the order in which they were recorded.
  func close() -> [WithheldIssue] {
    state.withLock { state in
      state.isOpen = false
      return state.issues
    }
  }

  /// Ends the attempt if it has withheld nothing.
  func closeIfEmpty() -> Bool {
    state.withLock { state in
      if state.issues.isEmpty { state.isOpen = false }
      return state.issues.isEmpty
    }
  }

  /// Hands out the issues, to be reported; only once.
  func take() -> [WithheldIssue] {
    state.withLock { state in
      defer { state.isTaken = true }
      return state.isTaken ? [] : state.issues
    }
  }

  /// The test is over before the step.
  func abandon() {
    state.withLock { ($0.isOpen, $0.isAbandoned) = (false, true) }
  }
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
    var issues: [(text: String, issue: WithheldIssue)] = []
    var recorded: Set<String> = []
    for (issue, number) in self {
      let text = issue.text
      if issue.isInResult { recorded.insert(text) }
      if numbers[text] == nil { issues.append((text, issue)) }
      if numbers[text]?.last != number { numbers[text, default: []].append(number) }
    }
    return issues.filter { !recorded.contains($0.text) }
      .map { $0.issue.noting(note(numbers[$0.text] ?? [])) }
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

/// Something that may keep issues out of the result of a test, for as long as its code runs.
protocol IssueKeeper: AnyObject, Sendable {
  var isOpen: Bool { get }
}
