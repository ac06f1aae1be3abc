/// The rules by which steps are retried, or some of them.
///
/// Policies add up. A value that the policy of a call (`policy:`) leaves open comes from
/// ``withRetryPolicy(_:operation:)``, from the innermost to the outermost, then from the type
/// (``TargetedAutoRetry/retryPolicy``), and finally from the default that each property names.
///
/// An invalid value is a failure at the call of the step, and nothing is run. A time of more than a billion seconds
/// counts as a billion seconds.
public struct RetryPolicy: Sendable {
  /// A policy that sets nothing.
  ///
  /// Where no other policy sets a value either, a step has three retries, no delay, one look at its condition and no
  /// time limit; waits and `autoTap` look for 10 s.
  public static let `default` = RetryPolicy()

  /// The number of retries that may follow the first attempt; 3 by default.
  ///
  /// With n retries the main action runs at most n + 1 times. 0 is valid and turns retries off; a negative number is
  /// invalid. With `Int.max`, time alone bounds the step: set a ``timeLimit``.
  public var retryAttempts: Int?

  /// The wait before each retry; none by default.
  ///
  /// The reset steps run after the wait. A step that time alone bounds waits by default: 0.1 s before its first retry,
  /// then twice as long each time, up to 1 s.
  public var delay: RetryDelay?

  /// The time that the success condition has to become true in each attempt, 0 s or more.
  ///
  /// With 0 s, the default except for waits and `autoTap` (10 s), the condition is evaluated once. Otherwise it is
  /// evaluated repeatedly until it is true, and a last time when the time is over. A condition that throws is not true
  /// yet and is evaluated again, unless the error is not retryable (``isRetryable``), a skip or a cancellation. An
  /// asynchronous evaluation is cancelled when the time is over; one that begins then has as long again.
  public var conditionTimeout: Duration?

  /// The pause between two evaluations of the condition, more than 0 s; 0.1 s by default.
  public var pollingInterval: Duration?

  /// True if the condition is checked before the main action, which runs only if it is false; false by default.
  ///
  /// It suits an action that must not be repeated once it has worked: a second tap on a button would close the panel
  /// that the first has opened. The condition is checked once before the first attempt, and once before each retry,
  /// after the reset steps. If it is true, and stays true for ``stableFor``, the attempt has succeeded.
  public var looksFirst: Bool?

  /// The time that the condition must stay true before the attempt succeeds, 0 s to ``conditionTimeout``; 0 s by
  /// default.
  ///
  /// It suits states that may not last, such as a spinner that comes back. The condition must be true at every look for
  /// that long; any false evaluation restarts the clock. A condition that was true at every look gets the full time,
  /// even beyond ``conditionTimeout``.
  public var stableFor: Duration?

  /// The time that an attempt of an asynchronous step may take, more than 0 s; no limit by default.
  ///
  /// When the time is over, the task of the main action and the condition is cancelled, the attempt has failed
  /// (``FailedAttempt/Cause/timedOut(after:)``), and the step goes on. It suits a request that may never be answered.
  /// The step waits for what ignores its cancellation.
  ///
  /// A synchronous attempt cannot be interrupted: the limit has no effect there, and the log says so once. It does not
  /// apply to waits.
  public var attemptTimeLimit: Duration?

  /// The time that the whole step may take, inner steps included; no limit by default.
  ///
  /// The first attempt is always made. When an attempt fails after that time, the step ends. A pause that would end
  /// later is shortened, and the last attempt is made at the limit. What runs then is cancelled in an asynchronous step,
  /// and not interrupted in a synchronous one. Inner steps have at most the time that is left, whatever their policies
  /// say: without any, one attempt with one look at the condition.
  public var timeLimit: Duration?

  /// True for an error that a retry may cure; by default true for every error.
  ///
  /// Any other error goes to the caller at once. It is never called for a skip or a cancellation: neither is retried.
  public var isRetryable: (@Sendable (any Error) -> Bool)?

  /// The reason why the step is retried, and its last day; none by default.
  ///
  /// ```swift
  /// RetryPolicy(because: .fixable(reason: "The tap is lost while the sheet moves", expires: "2027-03-31"))
  /// ```
  ///
  /// The reason and the bug are in the log of a recovery, in the records and in the report. After the day `expires` the
  /// step has no retries, and its failure says so. `maxRetryCount` applies to whole tests only, and has no effect here.
  public var because: Flakiness?

  /// True if a step that recovered leaves a trace in the report of its test, besides the log; true by default.
  ///
  /// In Swift Testing the trace is a warning at the line of the step, in Swift 6.2 a known issue. In XCTest on Apple
  /// platforms it is an attachment with the records of the step, which is kept although the test passes. XCTest on
  /// Linux has neither.
  public var reportsRecovery: Bool?

  /// True if a step that fails its test also ends it: no later step of the test runs; false by default.
  ///
  /// It suits a step that all others need, such as a launch. A later step says that it does not run, and fails, unless the
  /// run of the test has its failure already, as in ``RetryableTestCase``; one that returns a value throws. XCTest on
  /// Apple platforms also ends a synchronous test, as with `continueAfterFailure = false`. Swift Testing cancels the task
  /// of the test, so your own asynchronous clean-up runs cancelled, unless the test has the trait `.flaky`: a re-run has
  /// all steps.
  ///
  /// An inner step whose failure is withheld ends nothing: a retry may cure it.
  public var endsTest: Bool?

  /// Creates a policy; an argument that is left out is left to the policies further out.
  ///
  /// Each argument is the property of its name.
  public init(
    retryAttempts: Int? = nil,
    delay: RetryDelay? = nil,
    conditionTimeout: Duration? = nil,
    pollingInterval: Duration? = nil,
    looksFirst: Bool? = nil,
    stableFor: Duration? = nil,
    attemptTimeLimit: Duration? = nil,
    timeLimit: Duration? = nil,
    isRetryable: (@Sendable (any Error) -> Bool)? = nil,
    because: Flakiness? = nil,
    reportsRecovery: Bool? = nil,
    endsTest: Bool? = nil
  ) {
    self.retryAttempts = retryAttempts
    self.delay = delay
    self.conditionTimeout = conditionTimeout
    self.pollingInterval = pollingInterval
    self.looksFirst = looksFirst
    self.stableFor = stableFor
    self.attemptTimeLimit = attemptTimeLimit
    self.timeLimit = timeLimit
    self.isRetryable = isRetryable
    self.because = because
    self.reportsRecovery = reportsRecovery
    self.endsTest = endsTest
  }
}

extension RetryPolicy {
  /// The policy of a call; its arguments come before it.
  ///
  /// - Parameter timeLimit: It alone bounds a step without a number of retries.
  init(
    _ policy: RetryPolicy?,
    within conditionTimeout: Duration? = nil,
    for timeLimit: Duration? = nil,
    retries: Int?,
    looksFirst: Bool? = nil,
    stableFor: Duration? = nil
  ) {
    self = policy ?? .default
    if retries != nil { retryAttempts = retries }
    if retryAttempts == nil, timeLimit != nil { retryAttempts = .max }
    if conditionTimeout != nil { self.conditionTimeout = conditionTimeout }
    if looksFirst != nil { self.looksFirst = looksFirst }
    if stableFor != nil { self.stableFor = stableFor }
    if timeLimit != nil { self.timeLimit = timeLimit }
  }
}

/// The problem of an argument, in words.
func invalid(_ argument: String, _ value: some CustomStringConvertible, _ accepted: String) -> String {
  "\(argument) is \(value), and must be \(accepted)."
}
