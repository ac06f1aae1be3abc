/// A small test, as an author could write it.
struct Program: Equatable, Sendable {
  enum Framework: String, CaseIterable, Sendable {
    case xctest
    case swiftTesting = "swift-testing"
  }

  var framework: Framework
  var isAsync: Bool
  /// True in a vendor's base class that makes both calls; only in XCTest.
  var isForeign = false
  /// The traits `.flaky` around the test, the outermost first; none in XCTest.
  var traits: [Flaky] = []
  /// True if a step that recovers fails the test.
  var hasGate = false
  /// The set-up of XCTest.
  var setUp: [Statement] = []
  var body: [Statement]
  /// The tear-down of XCTest.
  var tearDown: [Statement] = []
}

/// The number of re-runs and the expiry of a trait or a flaky scope.
struct Flaky: Equatable, Sendable {
  var reruns: Int
  var isExpired = false
}

/// The occasions of an event: some runs of the test, and some attempts of the innermost step.
struct When: Equatable, Sendable {
  /// The first run with the event, and the first run after it without the event.
  var firstRun = 0
  var runs = Int.max
  var firstAttempt = 1
  /// The last attempt with the event.
  var attempts = Int.max

  static let always = When()
  static let never = When(runs: 0, attempts: 0)

  func holds(run: Int, attempt: Int) -> Bool {
    run >= firstRun && run < runs && attempt >= firstAttempt && attempt <= attempts
  }
}

/// The kinds of foreign code.
enum Origin: String, CaseIterable, Equatable, Sendable {
  case thread, globalQueue
  /// Only in asynchronous tests: in others the main thread would wait for itself.
  case mainQueue, detachedTask
}

/// The ways in which a block waits for the run loop of the main thread.
enum Queue: String, CaseIterable, Equatable, Sendable {
  case mainQueue, runLoop, timer
  /// A task on the main actor, which carries its surroundings.
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
  /// A flaky scope of the test.
  case flaky(Flaky, [Statement])
  case swallowing([Statement])
  case throwingAgain([Statement])
  /// Child tasks, all of which run before the first error is rethrown.
  case sideBySide([[Statement]])
  /// Threads without a task, all of which run before the next statement.
  case onThreads([[Statement]])
  /// An unstructured task, which is awaited.
  case inTask([Statement], onMainActor: Bool)
  /// A cancellable task, which is awaited.
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
  /// A task that records an issue after the end of its attempt or flaky scope.
  case lateIssue(When)
  /// A task that begins a step after the end of its attempt or flaky scope.
  case lateStep(Step)
  /// An expectation of XCTest that is awaited at the end of the test, or never.
  case expectation(isForgotten: When)
  /// A time longer than any limit.
  case anHourPasses(When)
  case pause
}

struct Step: Equatable, Sendable {
  var id = 0
  /// True for a wait: a condition and nothing else.
  var isWait = false
  var isAsync = false
  /// True for the form that returns a value and throws.
  var isValue = false
  var retries = 1
  var failsTest = true
  var body: [Statement] = []
  /// The occasions on which the success condition is false at its first look.
  var fails = When.never
  /// The condition before the action; nil if there is no first look.
  var firstLook: FirstLook?
  /// The further looks at the condition.
  ///
  /// They come from polling, or after the wait before a retry. The last one stays; if there are none, the first does.
  var moreLooks: [Look] = []
  /// The number of seconds for which the condition is polled.
  var conditionSeconds = 0
  /// True if there is a wait before each retry.
  var hasDelay = false
  var hasTimeLimit = false
  var reset: [Statement]?
  /// The occasions on which the hook aborts the step, and those on which it records an issue.
  var aborts = When.never
  var hookFails = When.never
  /// The occasions on which the evidence hook records an issue.
  var evidenceFails = When.never
  /// True if errors of an attempt go on to the caller at once.
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
