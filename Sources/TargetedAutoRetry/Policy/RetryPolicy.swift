/// The way in which steps are retried, or a part of it.
///
/// Policies add up. What the policy of a call (`policy:`) leaves open comes from ``withRetryPolicy(_:operation:)``, from
/// the innermost to the outermost, then from the type (``TargetedAutoRetry/retryPolicy``), and then it is the default
/// that is given here with each property.
///
/// A value that makes no sense is reported where the step is called, and nothing is run. A time of more than a billion
/// seconds counts as so many.
public struct RetryPolicy: Sendable {
  /// Says nothing: three retries, no delay, a condition that is evaluated once and no limits, unless another policy says
  /// otherwise.
  public static let `default` = RetryPolicy()

  /// Nil for one that says nothing: most do, and each step hands on several.
  private var storage: Storage?

  /// The number of retries that may follow the first attempt; 3 by default.
  ///
  /// With n retries the main action runs at most n + 1 times. 0 is valid and means that nothing is retried; a negative
  /// number is not.
  public var retryAttempts: Int? {
    get { values?.retryAttempts }
    set { mutate { $0.retryAttempts = newValue } }
  }

  /// The wait before each retry; none by default.
  ///
  /// The reset steps run after the wait.
  public var delay: RetryDelay? {
    get { values?.delay }
    set { mutate { $0.delay = newValue } }
  }

  /// The time that the success condition has to become true before the attempt has failed, 0 s or more.
  ///
  /// With 0 s, the default, the condition is evaluated once. Otherwise it is evaluated again and again until it is
  /// true, and a last time when the time is over. A condition that throws is not true yet: it is evaluated again too,
  /// unless the error means that no retry can help (``isRetryable``), or is a skip or a cancellation.
  public var conditionTimeout: Duration? {
    get { values?.conditionTimeout }
    set { mutate { $0.conditionTimeout = newValue } }
  }

  /// The pause between two evaluations of the condition, more than 0 s; 0.1 s by default.
  public var pollingInterval: Duration? {
    get { values?.pollingInterval }
    set { mutate { $0.pollingInterval = newValue } }
  }

  /// True if the condition is asked before the main action, which does not run where it is true already; false by default.
  ///
  /// For an action that must not be repeated once it has worked: a second tap on a button closes the panel that the first has
  /// opened. The condition is asked once before the first attempt, and once before each retry, after the reset steps. The
  /// attempt has succeeded if it is true, for as long as ``stableFor`` says.
  public var looksFirst: Bool? {
    get { values?.looksFirst }
    set { mutate { $0.looksFirst = newValue } }
  }

  /// The time that the condition must stay true before the attempt has succeeded, 0 s to ``conditionTimeout``; 0 s by default.
  ///
  /// For what shows up for a moment, such as a spinner that comes back: the condition must be true at every look for that
  /// long, and a look at which it is false starts the time again. A condition that was true at every look has the time for
  /// that, also where ``conditionTimeout`` is over.
  public var stableFor: Duration? {
    get { values?.stableFor }
    set { mutate { $0.stableFor = newValue } }
  }

  /// The time that an attempt of an asynchronous step may take, more than 0 s; no limit by default.
  ///
  /// When the time is over, the task in which the main action and the condition run is cancelled, the attempt has failed
  /// (``FailedAttempt/Cause/timedOut(after:)``), and the step goes on: for a request that never answers. An attempt that
  /// does not heed its cancellation is waited for, and the log says so when as much time has passed again.
  ///
  /// A synchronous attempt cannot be interrupted: there this has no effect, and the log says so once. A wait is no attempt.
  public var attemptTimeLimit: Duration? {
    get { values?.attemptTimeLimit }
    set { mutate { $0.attemptTimeLimit = newValue } }
  }

  /// The time that the whole step may take, inner steps included; no limit by default.
  ///
  /// When the time is over no attempt is started any more. An attempt that runs is not interrupted. Inner steps have
  /// no more time than is left of this, whatever their policies say.
  public var timeLimit: Duration? {
    get { values?.timeLimit }
    set { mutate { $0.timeLimit = newValue } }
  }

  /// True for an error against which a retry may help; by default for every error.
  ///
  /// An error for which it answers false goes to the caller at once. Skips and cancellations are never retried, and not asked about.
  public var isRetryable: (@Sendable (any Error) -> Bool)? {
    get { values?.isRetryable }
    set { mutate { $0.isRetryable = newValue } }
  }

  /// Why the step is retried, and until when; nobody has to say so.
  ///
  /// ```swift
  /// RetryPolicy(because: .fixable(reason: "The tap is lost while the sheet moves", expires: "2027-03-31"))
  /// ```
  ///
  /// The reason and the bug are in the log of a recovery, in the records and in the report. After the day `expires` the step
  /// has no retries, and its failure says so. `maxRetryCount` is about whole tests, and means nothing here.
  public var because: Flakiness? {
    get { values?.because }
    set { mutate { $0.because = newValue } }
  }

  /// True if a step that recovered leaves a trace in the report of its test, besides the log; true by default.
  ///
  /// In Swift Testing that is a warning at the line of the step, which fails nothing, and in a run with
  /// `--repeat-until` a known issue, because tests with warnings are repeated there; in XCTest on Apple platforms an
  /// attachment with the records of the step, which is kept although the test passes. XCTest on Linux has neither.
  public var reportsRecovery: Bool? {
    get { values?.reportsRecovery }
    set { mutate { $0.reportsRecovery = newValue } }
  }

  /// Creates a policy; what an argument leaves out is left to the next policy.
  ///
  /// - Parameters:
  ///   - retryAttempts: The number of retries that may follow the first attempt.
  ///   - delay: The wait before each retry.
  ///   - conditionTimeout: The time that the condition has to become true.
  ///   - pollingInterval: The pause between two evaluations of the condition.
  ///   - looksFirst: True if the main action does not run where the condition is true already.
  ///   - stableFor: The time that the condition must stay true.
  ///   - attemptTimeLimit: The time that an asynchronous attempt may take.
  ///   - timeLimit: The time that the whole step may take.
  ///   - isRetryable: True for an error against which a retry may help.
  ///   - because: Why the step is retried.
  ///   - reportsRecovery: True if a step that recovered leaves a trace in the report of its test.
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
    reportsRecovery: Bool? = nil
  ) {
    let values = Values(
      retryAttempts: retryAttempts,
      delay: delay,
      conditionTimeout: conditionTimeout,
      pollingInterval: pollingInterval,
      looksFirst: looksFirst,
      stableFor: stableFor,
      attemptTimeLimit: attemptTimeLimit,
      timeLimit: timeLimit,
      isRetryable: isRetryable,
      because: because,
      reportsRecovery: reportsRecovery
    )
    storage = Storage.of(values)
  }
}

extension RetryPolicy {
  var values: Values? { storage?.values }

  /// Changes this policy, and none of its copies.
  private mutating func mutate(_ body: (inout Values) -> Void) {
    var values = values ?? Values()
    body(&values)
    storage = Storage.of(values)
  }
}
