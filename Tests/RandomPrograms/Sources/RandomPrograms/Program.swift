/// A small test, as it could be written by hand.
struct Program: Equatable, Sendable {
  enum Framework: String, CaseIterable, Sendable {
    case xctest
    case swiftTesting = "swift-testing"
  }

  var framework: Framework
  var isAsync: Bool
  /// How often the test may run again by its trait, in Swift Testing.
  var trait: Int?
  /// Whether a step that recovers fails the test.
  var hasGate = false
  var body: [Statement]
  /// What the tear-down of XCTest does.
  var tearDown: [Statement] = []
}

/// When something happens: in some runs of the test, and in the first attempts of the innermost step.
struct When: Equatable, Sendable {
  /// The first run that it happens in, and the first that it does not happen in any more.
  var firstRun = 0
  var runs = Int.max
  var attempts = Int.max

  static let always = When()

  func holds(run: Int, attempt: Int) -> Bool { run >= firstRun && run < runs && attempt <= attempts }
}

indirect enum Statement: Equatable, Sendable {
  case issue(When)
  /// An issue that has an error.
  case issueWithError(When)
  case throwing(When)
  /// A skip in XCTest, a cancellation in Swift Testing.
  case stopping(When)
  case step(Step)
  /// A flaky part of the test, and how often the test may run again for it.
  case flaky(Int, [Statement])
  case swallowing([Statement])
  case throwingAgain([Statement])
  /// Child tasks, all of which run before the first error goes on.
  case sideBySide([[Statement]])
  /// Threads that have no task, all of which run before the next statement.
  case onThreads([[Statement]])
  /// A thread that records an issue, while this one waits for it.
  case issueOnThread(When)
  /// A task that records an issue when the attempt or the part that it is from is over.
  case lateIssue(When)
  /// An expectation of XCTest that is waited for at the end of the test, or never.
  case expectation(isForgotten: When)
  case pause
}

struct Step: Equatable, Sendable {
  var id = 0
  var isAsync = false
  /// Whether it is the form that returns a value and throws.
  var isValue = false
  var retries = 1
  var failsTest = true
  var body: [Statement] = []
  /// When the success condition is false.
  var fails = When(runs: 0, attempts: 0)
  /// What the condition does when it is asked once more after the wait before a retry; nil for no such wait.
  var lateCheck: LateCheck?
  var reset: [Statement]?
  /// When the hook aborts the step.
  var aborts = When(runs: 0, attempts: 0)
  /// Whether errors of an attempt go on to the caller at once.
  var letsErrorsThrough = false
}

struct LateCheck: Equatable, Sendable {
  var body: [Statement] = []
  /// Whether the condition is true then.
  var cures = false
  /// Whether it takes so long that no time is left for another attempt.
  var takesTooLong = false
}
