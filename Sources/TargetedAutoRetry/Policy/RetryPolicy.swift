internal import Foundation

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
  public var checksFirst: Bool?

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

  /// Creates a policy; an argument that is left out is left to the policies further out.
  ///
  /// Each argument is the property of its name.
  public init(
    retryAttempts: Int? = nil,
    delay: RetryDelay? = nil,
    conditionTimeout: Duration? = nil,
    pollingInterval: Duration? = nil,
    checksFirst: Bool? = nil,
    stableFor: Duration? = nil,
    attemptTimeLimit: Duration? = nil,
    timeLimit: Duration? = nil,
    isRetryable: (@Sendable (any Error) -> Bool)? = nil,
    because: Flakiness? = nil,
    reportsRecovery: Bool? = nil
  ) {
    self.retryAttempts = retryAttempts
    self.delay = delay
    self.conditionTimeout = conditionTimeout
    self.pollingInterval = pollingInterval
    self.checksFirst = checksFirst
    self.stableFor = stableFor
    self.attemptTimeLimit = attemptTimeLimit
    self.timeLimit = timeLimit
    self.isRetryable = isRetryable
    self.because = because
    self.reportsRecovery = reportsRecovery
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
    checksFirst: Bool? = nil,
    stableFor: Duration? = nil
  ) {
    self = policy ?? .default
    if retries != nil { retryAttempts = retries }
    if retryAttempts == nil, timeLimit != nil { retryAttempts = .max }
    if conditionTimeout != nil { self.conditionTimeout = conditionTimeout }
    if checksFirst != nil { self.checksFirst = checksFirst }
    if stableFor != nil { self.stableFor = stableFor }
    if timeLimit != nil { self.timeLimit = timeLimit }
  }
}

/// The problem of an argument, in words.
func invalid(_ argument: String, _ value: some CustomStringConvertible, _ accepted: String) -> String {
  "\(argument) is \(value), and must be \(accepted)."
}

/// The wait before each retry.
public struct RetryDelay: Equatable, Sendable {
  let from: Duration
  let factor: Double
  let cap: Duration?
  let jitter: Double
  let seed: UInt64?

  /// No wait.
  public static let zero = constant(.zero)

  /// The same wait before each retry, 0 s or more.
  public static func constant(_ duration: Duration) -> RetryDelay {
    exponential(from: duration, factor: 1)
  }

  /// A wait that is multiplied with each retry.
  ///
  /// - Parameters:
  ///   - from: The wait before the first retry, 0 s or more.
  ///   - factor: The factor of each further retry, 1 or more.
  ///   - cap: The longest wait; nil for none.
  ///   - jitter: The part of the wait that is left to chance, 0 to 1, so that tests that failed together do not retry
  ///     together: with 0.25, each wait is between three quarters of its length and all of it. The idea is from
  ///     "Exponential Backoff And Jitter" (AWS Architecture Blog, 2015), where 1 is called *full jitter*.
  ///   - seed: Makes the waits repeatable; nil draws new ones for each step.
  public static func exponential(
    from: Duration,
    factor: Double = 2,
    cap: Duration? = nil,
    jitter: Double = 0,
    seed: UInt64? = nil
  ) -> RetryDelay {
    RetryDelay(from: from, factor: factor, cap: cap, jitter: jitter, seed: seed)
  }

  static let growing = exponential(from: .milliseconds(100), cap: .seconds(1))

  var seeded: RetryDelay {
    if jitter == 0 || seed != nil { return self }
    return RetryDelay(from: from, factor: factor, cap: cap, jitter: jitter, seed: .random(in: 0 ... .max))
  }

  func duration(beforeRetry retry: Int) -> Duration {
    if from == .zero { return .zero }
    // A finite factor, because nothing times infinity is no number.
    let growth = min(pow(factor, Double(retry - 1)), .greatestFiniteMagnitude)
    let seconds = from.timeInterval * growth
    let longest = cap?.calculable ?? .longestWait
    let duration = seconds < longest.timeInterval ? .seconds(seconds) : longest
    let share = share(retry: retry)
    return share == 1 ? duration : duration * share
  }

  /// The share of the wait before a retry that is kept, `1 - jitter` to 1.
  func share(retry: Int) -> Double {
    guard jitter > 0, let seed else { return 1 }
    // The 53 bits of a fraction from 0 up to 1.
    let random = seed.splitMix(retry) >> 11
    return 1 - jitter * Double(random) * 0x1p-53
  }

  var problem: String? {
    if from < .zero { return invalid("delay", from, "0 seconds or more") }
    if !(factor.isFinite && factor >= 1) { return invalid("factor of the delay", factor, "1 or more") }
    if let cap, cap < .zero { return invalid("cap of the delay", cap, "0 seconds or more") }
    return (0...1).contains(jitter) ? nil : invalid("jitter", jitter, "0 to 1")
  }
}

/// A reason why a step or a test is flaky, and the number of times that the test may run again.
///
/// The reason must not be empty: it tells the next reader what is wrong. `bug` is the link or the number of a report. After
/// the day `expires`, such as `2027-03-31` with a year of four digits, nothing is withheld and nothing is run again; the
/// day is in UTC, so that it is the same on every machine. A step has a reason too (``RetryPolicy/because``); only
/// ``RetryPolicy/retryAttempts`` limits its retries.
public enum Flakiness: Equatable, Sendable {
  /// It can be fixed, and should be: the test runs again once.
  case fixable(reason: String, bug: String? = nil, expires: String? = nil)
  /// It cannot be fixed here: the test runs again up to `maxRetryCount` times, 1 or more.
  case notFixable(reason: String, maxRetryCount: Int = 1, bug: String? = nil, expires: String? = nil)
}

extension Flakiness {
  private var values: (reason: String, maxRetryCount: Int, bug: String?, expires: String?) {
    switch self {
    case .fixable(let reason, let bug, let expires): (reason, 1, bug, expires)
    case .notFixable(let reason, let maxRetryCount, let bug, let expires): (reason, maxRetryCount, bug, expires)
    }
  }

  var reason: String { values.reason }
  var maxRetryCount: Int { values.maxRetryCount }
  var bug: String? { values.bug }
  var expires: String? { values.expires }

  var isFixable: Bool {
    if case .fixable = self { true } else { false }
  }

  var problem: String? {
    maxRetryCount < 1 ? invalid("maxRetryCount", maxRetryCount, "1 or more") : problemOfReason
  }

  /// The argument that is invalid for a step, whose number of retries is set elsewhere.
  var problemOfReason: String? {
    if reason.allSatisfy(\.isWhitespace) {
      return invalid("reason", "\"\(reason)\"", "a text that says what is wrong")
    }
    guard let expires, end == nil else { return nil }
    let hasForm = expires.wholeMatch(of: #/[0-9]{4}-[0-9]{2}-[0-9]{2}/#) != nil
    if hasForm { return "expires is \(expires), which is no day of the calendar." }
    return invalid("expires", "\"\(expires)\"", "a date with a year of four digits, such as 2027-03-31")
  }

  var expiry: String { "\(expires ?? ""), \(text)" }

  var text: String { reason.onOneLine + (bug.map { " (\($0.onOneLine))" } ?? "") }

  func isExpired(at now: Date) -> Bool { end.map { $0 <= now } ?? false }

  /// The end of its last day in UTC; nil unless that is exactly an existing day with a year of four digits.
  private var end: Date? {
    guard let day = expires else { return nil }
    return Self.ends.withLock { ends in
      if let known = ends[day] { return known }
      let end = Self.end(of: day)
      ends[day] = .some(end)
      return end
    }
  }

  /// The ends of the days so far: each step with an flakiness asks, and Foundation takes long to read a day.
  private static let ends = Locked<[String: Date?]>([:])

  private static func end(of day: String) -> Date? {
    let style = Date.ISO8601FormatStyle().year().month().day()
    guard day.utf8.count == 10, let start = try? style.parse(day) else { return nil }
    return style.format(start) == day ? start + 24 * 60 * 60 : nil
  }
}
