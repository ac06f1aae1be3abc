import TargetedAutoRetry

/// A small test, as an author could write it.
struct Program: Equatable, Sendable {
  enum Framework: String, CaseIterable, Codable, Sendable {
    case xctest
    case swiftTesting = "swift-testing"
  }

  var framework: Framework
  var isAsync: Bool
  /// True in a vendor's base class that makes both calls; only in XCTest.
  var isForeign = false
  /// The traits `.flaky` of the suites and of the test, the outermost first; none in XCTest.
  var traits: [Flaky] = []
  /// Whether a step fails in `class func setUp`, where no test takes the failure; only in XCTest.
  var failsInClassSetUp = false
  /// Whether a step that recovers fails the test.
  var hasGate = false
  /// The setup of XCTest.
  var setUp: [Statement] = []
  var body: [Statement]
  /// The teardown of XCTest.
  var tearDown: [Statement] = []
  /// Whether its steps are in a log, and its checks are noted.
  var hasLog = false

  /// The line of errors that end a run of a test with a trait; other errors that end a test have none.
  static let lineOfTest = 1

  /// The closest trait, which replaces the others.
  var trait: Flaky? { traits.last }
}

/// The number of re-runs and the expiry of a trait or a flaky scope.
struct Flaky: Equatable, Sendable {
  /// The line of a flaky scope.
  var line = 0
  var reruns: Int
  var isExpired = false
  /// Whether it has no reason, which fails the test; only in a trait.
  var isInvalid = false

  var mostReruns: Int { isExpired || isInvalid ? 0 : reruns }
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
  /// It belongs to the code that spins the run loop, unless it carries another scope.
  case mainQueue
  /// A task on the main actor, which carries its environment.
  case mainActorTask
}

/// The kinds of errors that the code of a program throws.
enum ErrorKind: String, CaseIterable, Equatable, Sendable {
  case fresh
  case containingCancellation, containingSkip
  /// A `CancellationError`, although nothing need be canceled.
  case cancellation
  /// A failed `#require` or `XCTUnwrap`, which has recorded an issue.
  case requirement
  /// The last error that the code has swallowed, in this run or an earlier one.
  case kept
}

/// Something that happens at a line, on some occasions.
enum Event: Equatable, Sendable {
  case issue
  /// An issue that the author expects, in code that is marked with `withKnownIssue`.
  case bug
  case throwing(ErrorKind)
  /// A skip in XCTest, the cancellation of the task in Swift Testing.
  case stopping
  /// An early exit of the test function.
  case returning
  /// Foreign code that records an issue, while this code waits for it.
  case issueFrom(Origin, isCarried: Bool)
  /// A block that records an issue when the main thread spins its run loop.
  case enqueued(Queue, isCarried: Bool)
  /// A task that records an issue after the end of its attempt or flaky scope.
  case lateIssue
  /// A cancellation of the task.
  case cancel
  /// A time longer than any limit.
  case anHourPasses
}

/// Something around statements.
enum Block: Equatable, Sendable {
  /// A flaky scope of the test.
  case flaky(Flaky)
  case swallowing
  /// An unstructured task, which is awaited.
  case task(onMainActor: Bool)
  /// A cancellable task, which is awaited.
  case cancellable
  /// The author's `withKnownIssue`, for all issues or for bugs only.
  case known(bugsOnly: Bool)
  /// The `RetryScope` of the test, performed here or on a thread.
  case scopeOfTest(onThread: Bool)
}

/// The ways in which code runs side by side.
enum Fork: String, Equatable, Sendable {
  /// Child tasks, all of which run before the first error is rethrown.
  case children
  /// Threads without a task, all of which run before the next statement.
  case threads
}

indirect enum Statement: Equatable, Sendable {
  case event(Event, When, line: Int = 0)
  case block(Block, [Statement])
  case fork(Fork, [[Statement]])
  case step(Step)
  /// A task that begins a step after the end of its attempt or flaky scope.
  case lateStep(Step)
  /// The run loop of the main thread, in an attempt or elsewhere.
  case spin
  case pause
}

struct Step: Equatable, Sendable {
  /// Its line too.
  var id = 0
  var lineOfHook = 0
  /// True for a wait: a condition and nothing else.
  var isWait = false
  var isAsync = false
  /// True for the form that returns a value and throws.
  var isValue = false
  var retries = 1
  var failsTest = true
  var body: [Statement] = []
  /// The occasions on which the success condition is false at its first check.
  var fails = When.never
  /// The condition before the action; `nil` if there is no such check.
  var firstCheck: ConditionCheck?
  /// The further checks at the condition.
  ///
  /// They come from polling, or after the wait before a retry. The last one stays; if there are none, the first does.
  var laterChecks: [ConditionCheck] = []
  /// The number of seconds for which the condition is polled.
  var conditionSeconds = 0
  /// Whether there is a wait before each retry.
  var hasDelay = false
  var hasTimeLimit = false
  /// The reset steps; none if it is empty.
  var reset: [Statement] = []
  /// The occasions on which the hook aborts the step, and those on which it records an issue.
  var aborts = When.never
  var hookFails = When.never
  /// Whether errors of an attempt are passed to the caller at once.
  var letsErrorsThrough = false
  /// The code of `isRetryable`, which is asked about each error.
  var asks: [Statement] = []

  /// The policy around each test, outside all that the library does for it.
  static let policyAroundTests = RetryPolicy(retryAttempts: 1)

  /// What its call passes; a step with one retry takes it from the policy around the test.
  var passedRetries: Int? { retries == Self.policyAroundTests.retryAttempts ? nil : retries }
}

/// One check of a condition.
struct ConditionCheck: Equatable, Sendable {
  var body: [Statement] = []
  var isTrue = When.never
}
