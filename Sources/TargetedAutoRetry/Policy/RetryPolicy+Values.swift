extension RetryPolicy {
  struct Values: Sendable {
    var retryAttempts: Int?
    var delay: RetryDelay?
    var conditionTimeout: Duration?
    var pollingInterval: Duration?
    var looksFirst: Bool?
    var stableFor: Duration?
    var attemptTimeLimit: Duration?
    var timeLimit: Duration?
    var isRetryable: (@Sendable (any Error) -> Bool)?
    var because: Flakiness?
    var reportsRecovery: Bool?

    var isEmpty: Bool {
      retryAttempts == nil && delay == nil && conditionTimeout == nil && pollingInterval == nil && looksFirst == nil
        && stableFor == nil && attemptTimeLimit == nil && timeLimit == nil && isRetryable == nil && because == nil
        && reportsRecovery == nil
    }
  }

  /// The values of a policy in one object, which its copies share.
  final class Storage: Sendable {
    let values: Values

    private init(_ values: Values) {
      self.values = values
    }

    static func of(_ values: Values) -> Storage? { values.isEmpty ? nil : Storage(values) }
  }

  var saysNothing: Bool { values == nil }

  /// This policy, with the other one for what it leaves open.
  func over(_ outer: RetryPolicy) -> RetryPolicy {
    if saysNothing { return outer }
    if outer.saysNothing { return self }
    return RetryPolicy(
      retryAttempts: retryAttempts ?? outer.retryAttempts,
      delay: delay ?? outer.delay,
      conditionTimeout: conditionTimeout ?? outer.conditionTimeout,
      pollingInterval: pollingInterval ?? outer.pollingInterval,
      looksFirst: looksFirst ?? outer.looksFirst,
      stableFor: stableFor ?? outer.stableFor,
      attemptTimeLimit: attemptTimeLimit ?? outer.attemptTimeLimit,
      timeLimit: timeLimit ?? outer.timeLimit,
      isRetryable: isRetryable ?? outer.isRetryable,
      because: because ?? outer.because,
      reportsRecovery: reportsRecovery ?? outer.reportsRecovery
    )
  }
}
