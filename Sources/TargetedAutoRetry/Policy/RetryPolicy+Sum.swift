extension RetryPolicy {
  var saysNothing: Bool {
    retryAttempts == nil && delay.isInherited && conditionTimeout == nil && pollingInterval == nil && stableFor == nil
      && attemptTimeLimit == nil && timeLimit == nil && isRetryable == nil && reportsRecovery == nil
  }

  /// This policy, with another for what it leaves open.
  func over(_ outer: RetryPolicy) -> RetryPolicy {
    RetryPolicy(
      retryAttempts: retryAttempts ?? outer.retryAttempts,
      delay: delay.isInherited ? outer.delay : delay,
      conditionTimeout: conditionTimeout ?? outer.conditionTimeout,
      pollingInterval: pollingInterval ?? outer.pollingInterval,
      stableFor: stableFor ?? outer.stableFor,
      attemptTimeLimit: attemptTimeLimit ?? outer.attemptTimeLimit,
      timeLimit: timeLimit ?? outer.timeLimit,
      isRetryable: isRetryable ?? outer.isRetryable,
      reportsRecovery: reportsRecovery ?? outer.reportsRecovery
    )
  }
}
