/// A small test, as it could be written by hand.
struct Program: Equatable, Sendable {
  enum Framework: String, CaseIterable, Sendable {
    case xctest
    case swiftTesting = "swift-testing"
  }

  var framework: Framework
  var isAsync: Bool
  /// Whether it is in a base class of somebody else that makes the two calls; only in XCTest.
  var isForeign = false
  /// The traits `.flaky` around the test, the outermost first; none in XCTest.
  var traits: [Flaky] = []
  /// Whether a step that recovers fails the test.
  var hasGate = false
  /// What the set-up of XCTest does.
  var setUp: [Statement] = []
  var body: [Statement]
  /// What the tear-down of XCTest does.
  var tearDown: [Statement] = []
}

/// What a trait or a part says of how flaky it is.
struct Flaky: Equatable, Sendable {
  var reruns: Int
  var isExpired = false
}

/// When something happens: in some runs of the test, and in some attempts of the innermost step.
struct When: Equatable, Sendable {
  /// The first run that it happens in, and the first that it does not happen in any more.
  var firstRun = 0
  var runs = Int.max
  var firstAttempt = 1
  /// The last attempt that it happens in.
  var attempts = Int.max

  static let always = When()
  static let never = When(runs: 0, attempts: 0)

  func holds(run: Int, attempt: Int) -> Bool {
    run >= firstRun && run < runs && attempt >= firstAttempt && attempt <= attempts
  }
}

/// Code that nobody can see the beginning of.
enum Origin: String, CaseIterable, Equatable, Sendable {
  case thread, globalQueue
  /// Only in asynchronous tests: in others the main thread would wait for itself.
  case mainQueue, detachedTask
}

/// Where a block waits for the run loop of the main thread.
enum Queue: String, CaseIterable, Equatable, Sendable {
  case mainQueue, runLoop, timer
  /// A task on the main actor, which carries what is around it.
  case mainActorTask
}

indirect enum Statement: Equatable, Sendable {
  case issue(When)
  /// An issue that has an error.
  case issueWithError(When)
  case throwing(When)
  /// A skip in XCTest, a cancellation in Swift Testing.
  case stopping(When)
  /// An early exit of the test function.
  case returning(When)
  case step(Step)
  /// A flaky part of the test.
  case flaky(Flaky, [Statement])
  case swallowing([Statement])
  case throwingAgain([Statement])
  /// Child tasks, all of which run before the first error goes on.
  case sideBySide([[Statement]])
  /// Threads that have no task, all of which run before the next statement.
  case onThreads([[Statement]])
  /// A task with no structure, which is awaited.
  case inTask([Statement], onMainActor: Bool)
  /// A task that may be cancelled, which is awaited.
  case cancellable([Statement])
  case cancel(When)
  /// An actor that records an issue.
  case issueOnActor(When)
  /// Foreign code that records an issue, while this code waits for it.
  case issueFrom(Origin, When, isCarried: Bool)
  /// A block that records an issue when the main thread spins its run loop.
  case enqueued(Queue, When, isCarried: Bool)
  /// The run loop of the main thread, in an attempt or elsewhere; or a wait for an expectation, which spins it too.
  case spin(waitsForExpectation: Bool)
  /// A task that records an issue when the attempt or the part that it is from is over.
  case lateIssue(When)
  /// A task that begins a step when the attempt or the part that it is from is over.
  case lateStep(Step)
  /// An expectation of XCTest that is waited for at the end of the test, or never.
  case expectation(isForgotten: When)
  /// More time than any limit allows.
  case anHourPasses(When)
  case pause
}

struct Step: Equatable, Sendable {
  var id = 0
  /// Whether it is a wait: a condition and nothing else.
  var isWait = false
  var isAsync = false
  /// Whether it is the form that returns a value and throws.
  var isValue = false
  var retries = 1
  var failsTest = true
  var body: [Statement] = []
  /// When the success condition is false at its first look.
  var fails = When.never
  /// What the condition does before the action, and when it is true already; nil where nobody looks first.
  var firstLook: FirstLook?
  /// What the condition does and says when it is looked at again.
  ///
  /// That is by a poll, or after the wait before a retry. The last look stays; without any the first does.
  var moreLooks: [Look] = []
  /// How many seconds the condition is polled for.
  var conditionSeconds = 0
  /// Whether there is a wait before each retry.
  var hasDelay = false
  var hasTimeLimit = false
  var reset: [Statement]?
  /// When the hook aborts the step, and when it records an issue.
  var aborts = When.never
  var hookFails = When.never
  /// When the evidence of an attempt records an issue.
  var evidenceFails = When.never
  /// Whether errors of an attempt go on to the caller at once.
  var letsErrorsThrough = false
}

struct FirstLook: Equatable, Sendable {
  var body: [Statement] = []
  var isTrue = When.never
}

struct Look: Equatable, Sendable {
  var body: [Statement] = []
  var isTrue = false
}
