internal import Foundation

/// The rules for retrying a step: how often, how long, and after which errors.
///
/// The arguments and the `policy:` of a call take precedence. Values left `nil` are inherited: first from the innermost
/// ``withRetryPolicy(_:operation:)``, then outwards, then from the type's ``TargetedAutoRetry/retryPolicy``, then from
/// the default that each property names.
///
/// An invalid value is a failure at the call site of the step, and nothing runs. A time of more than a billion seconds
/// counts as a billion seconds.
public struct RetryPolicy: Sendable {
  /// A policy that sets nothing: every value is inherited or has its default.
  public static let `default` = RetryPolicy()

  /// The number of retries allowed after the first attempt, 0 or more; defaults to 3.
  ///
  /// With n retries, the main action runs at most n + 1 times. 0 turns retries off. With `Int.max`, nothing but a
  /// ``timeLimit`` ends the retries, so set one.
  public var retryAttempts: Int?

  /// The wait before each retry and its reset steps; defaults to none.
  ///
  /// In a step with a time limit but no number of retries, it defaults to 0.1 s before the first retry, doubled each
  /// time up to 1 s.
  public var delay: RetryDelay?

  /// How long each attempt keeps checking the condition, 0 s or more.
  ///
  /// It defaults to 0 s, which checks the condition once, and to 10 s for waits. With a longer time, the
  /// condition is checked until it is true, and a last time at the limit. A condition that throws counts as false and
  /// is checked again, unless the error is not retryable (``isRetryable``), a skip or a cancellation.
  ///
  /// An asynchronous check that is still running when the limit is reached is canceled. One that starts exactly at the
  /// limit gets the same time once more.
  public var conditionTimeout: Duration?

  /// The pause between two checks of the condition, more than 0 s; defaults to 0.1 s.
  ///
  /// With a ``stableFor`` of less than 0.5 s, it defaults to a fifth of that, but at least 10 ms.
  public var pollingInterval: Duration?

  /// Whether to check the condition before the main action, which then runs only if it is false; defaults to `false`.
  ///
  /// Use this if a second run of the action would undo the first: a second tap on a button would close the panel that the
  /// first one opened. The condition is checked once before the first attempt, and once before each retry, after the
  /// reset steps. If it is true, and stays true for ``stableFor``, the attempt succeeds.
  ///
  /// After an attempt that threw an error or recorded an issue, the action runs again without this check. So for an
  /// action that must never run twice, such as a payment, also let ``isRetryable`` return `false`, do not assert or run
  /// other steps in it, set neither ``attemptTimeLimit`` nor ``timeLimit``, and let ``conditionTimeout`` be longer than
  /// the action can take to show its effect.
  public var checksFirst: Bool?

  /// How long the condition must stay true, from 0 s to ``conditionTimeout``; defaults to 0 s.
  ///
  /// Use this for states that may not last, such as a spinner that comes back. A check that is false restarts the time.
  /// A condition that was true at every check gets the full time, even if that is longer than ``conditionTimeout``.
  public var stableFor: Duration?

  /// The maximum time of an attempt of an asynchronous step, more than 0 s; defaults to no limit.
  ///
  /// Use this for a request that may never be answered. When the limit is reached, the task of the main action and the
  /// condition is canceled, the attempt fails (``FailedAttempt/Cause/timedOut(after:)``), and the step continues as
  /// soon as the closure returns. It has no effect on waits, nor on synchronous attempts, which cannot be interrupted:
  /// the log says so once.
  public var attemptTimeLimit: Duration?

  /// The maximum time of the whole step, including inner steps, 0 s or more; defaults to no limit.
  ///
  /// If the limit is reached in a pause, the step cuts the pause short and makes one last attempt, which checks its
  /// condition once. If the limit is reached in an attempt, that attempt is the last. The first attempt is always made.
  ///
  /// In an asynchronous step, a closure that is running at the limit is canceled; canceled reset steps end the step. In a
  /// synchronous step, closures are not interrupted, so one last attempt follows the reset steps.
  ///
  /// Inner steps may use the time that is left. If no time is left, each inner step makes one attempt and
  /// checks its condition once.
  public var timeLimit: Duration?

  /// Whether a retry may help after an error; defaults to `true` for every error.
  ///
  /// Any other error is rethrown immediately. It is not called for a skip, or for an error in a canceled task, which are
  /// never retried, nor for a failed `#require` or `XCTUnwrap`, which are assertions and always retried.
  public var isRetryable: (@Sendable (any Error) -> Bool)?

  /// The documented reason for the retries, which may expire; defaults to none.
  ///
  /// The log of a recovery, the records and the report show the reason and the bug. After the day in `expires`, the step
  /// has no retries, and its failure says so. `maxRetryCount` has no effect on steps.
  public var because: Flakiness?

  /// Whether the test report shows that the step recovered; defaults to `true`.
  ///
  /// Swift Testing shows a warning at the line of the step, or a known issue in Swift 6.2. XCTest on Apple platforms
  /// keeps an attachment with the records of the step, even if the test passes. XCTest on Linux does not show it.
  public var reportsRecovery: Bool?

  /// Whether the trait `.retryPolicy` set it, which failures then name.
  var isOfTrait = false

  /// Creates a policy; arguments left `nil` are inherited, and have the default given here if no policy sets them.
  ///
  /// - Parameters:
  ///   - retryAttempts: The number of retries allowed after the first attempt; 3 by default.
  ///   - delay: The wait before each retry; none by default.
  ///   - conditionTimeout: Time per attempt: how long each attempt keeps checking the condition. By default, a step
  ///     checks once, and a wait has 10 s.
  ///   - pollingInterval: The pause between two checks of the condition; 0.1 s by default, or less with a short `stableFor`.
  ///   - checksFirst: Whether to check the condition before the main action; `false` by default.
  ///   - stableFor: How long the condition must stay true; 0 s by default.
  ///   - attemptTimeLimit: The maximum time of an attempt of an asynchronous step; no limit by default.
  ///   - timeLimit: Time for the whole step, including inner steps; no limit by default.
  ///   - isRetryable: Whether a retry may help after an error; `true` for every error by default.
  ///   - because: The documented reason for the retries, which may expire; none by default.
  ///   - reportsRecovery: Whether the test report shows that the step recovered; `true` by default.
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
  var setsNothing: Bool {
    retryAttempts == nil && delay == nil && conditionTimeout == nil && pollingInterval == nil && stableFor == nil
      && attemptTimeLimit == nil && timeLimit == nil && checksFirst == nil && isRetryable == nil && because == nil
      && reportsRecovery == nil
  }

  // A call that sets a time limit but no number of retries is limited by time alone. Not inlined, because nested steps
  // use less stack without copies of a policy.
  @inline(never)
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

func invalid(_ argument: String, _ value: some CustomStringConvertible, _ accepted: String) -> String {
  "\(argument) is \(value), but must be \(accepted)."
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

  /// Creates a delay with the same wait, 0 s or more, before each retry.
  public static func constant(_ duration: Duration) -> RetryDelay {
    exponential(from: duration, factor: 1)
  }

  /// Creates a delay with the same wait, in seconds, before each retry.
  public static func seconds(_ seconds: Double) -> RetryDelay {
    // A `Duration` of a number that is not finite, or of many digits, would stop the process.
    let longest = Duration.longestWait.timeInterval
    if seconds.isNaN { return exponential(from: .zero, factor: seconds) }
    return constant(.seconds(min(max(seconds, -longest), longest)))
  }

  /// Creates a delay with the same wait, in milliseconds, before each retry.
  public static func milliseconds(_ milliseconds: Double) -> RetryDelay { seconds(milliseconds / 1_000) }

  /// Creates a delay whose wait is multiplied with each retry.
  ///
  /// - Parameters:
  ///   - from: The wait before the first retry, 0 s or more.
  ///   - factor: The factor by which the wait grows with each further retry, 1 or more; defaults to 2.
  ///   - cap: The longest wait, 0 s or more; defaults to no maximum.
  ///   - jitter: The random part of the wait, from 0 to 1, so that tests that failed together do not retry together;
  ///     defaults to 0. With 0.25, each wait is 75 to 100 % of its length. With 1, it is 0 to 100 %.
  ///   - seed: A number that makes the random waits repeatable; by default, each step has new ones.
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
    // The factor stays finite, because zero times infinity is not a number.
    let growth = min(pow(factor, Double(retry - 1)), .greatestFiniteMagnitude)
    let seconds = from.timeInterval * growth
    let longest = cap?.calculable ?? .longestWait
    let duration = seconds < longest.timeInterval ? .seconds(seconds) : longest
    guard jitter > 0, let seed else { return duration }
    // A `Double` has 53 significant bits.
    let random = seed.splitMix(retry) >> 11
    return duration * (1 - jitter * Double(random) * 0x1p-53)
  }

  var problem: String? {
    // No number of seconds: see `seconds(_:)`.
    if from == .zero, factor.isNaN { return invalid("delay", factor, "0 seconds or more") }
    if from < .zero { return invalid("delay", from, "0 seconds or more") }
    if !(factor.isFinite && factor >= 1) { return invalid("factor of the delay", factor, "1 or more") }
    if let cap, cap < .zero { return invalid("cap of the delay", cap, "0 seconds or more") }
    return (0...1).contains(jitter) ? nil : invalid("jitter", jitter, "0 to 1")
  }
}

/// A documented reason why a step or a test is flaky, and how often the test may run again.
///
/// `reason` tells the next reader what is wrong, and must not be empty. `bug` is the link or the number of a bug report.
/// `expires` is the last valid day in UTC, such as `2027-03-31`: after it, no issue is held back and nothing runs again.
/// For a step (``RetryPolicy/because``), only ``RetryPolicy/retryAttempts`` limits the retries.
public enum Flakiness: Equatable, Sendable {
  /// The cause can be fixed, and should be: the test runs again once.
  case fixable(reason: String, bug: String? = nil, expires: String? = nil)
  /// The cause cannot be fixed here: the test runs again up to `maxRetryCount` times, 1 or more.
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

  // Steps check only this, because `maxRetryCount` has no effect on them.
  var problemOfReason: String? {
    if reason.allSatisfy(\.isWhitespace) {
      return invalid("reason", "\"\(reason)\"", "a text that says what is wrong")
    }
    guard let expires, end == nil else { return nil }
    let hasForm = expires.wholeMatch(of: #/[0-9]{4}-[0-9]{2}-[0-9]{2}/#) != nil
    if hasForm { return "expires is \(expires), which is not a calendar date." }
    return invalid("expires", "\"\(expires)\"", "a date with a year of four digits, such as 2027-03-31")
  }

  var expiry: String { "\(expires ?? ""), \(text)" }

  var text: String { reason.shortened.onOneLine + (bug.map { " (\($0.shortened.onOneLine))" } ?? "") }

  func isExpired(at now: Date) -> Bool { end.map { $0 <= now } ?? false }

  /// The end of the last day in UTC; `nil` unless `expires` is an existing day with a year of four digits.
  private var end: Date? {
    guard let day = expires else { return nil }
    return Self.ends.withLock { ends in
      if let known = ends[day] { return known }
      let end = Self.end(of: day)
      ends[day] = .some(end)
      return end
    }
  }

  // A cache: parsing a day is expensive, and every step with a documented reason needs it.
  private static let ends = Locked<[String: Date?]>([:])

  private static func end(of day: String) -> Date? {
    let style = Date.ISO8601FormatStyle().year().month().day()
    guard day.utf8.count == 10, let start = try? style.parse(day) else { return nil }
    return style.format(start) == day ? start + 24 * 60 * 60 : nil
  }
}
