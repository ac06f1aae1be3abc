import Testing

@testable import TargetedAutoRetry

/// The steps that are made of closures, by both drivers.
@Suite struct UntilTests {
  @Test(arguments: DriverKind.allCases)
  func `a step that fails reports one failure and returns`(driver: DriverKind) async throws {
    let resets = Locked(0)
    for reset in [nil, { resets.withLock { $0 += 1 } }] as [(@Sendable () -> Void)?] {
      let bench = Workbench()
      #expect(try await bench.open(driver, Checks(.no), retryAttempts: 1, line: 12, reset: reset) == 2)
      let cause = "Cause: The success condition was still false 0 ms after the action (checked once)."
      #expect(
        bench.failures.map(\.message) == [
          "♻️♻️♻️❌ [FAIL] Open failed: 2 attempts (the first and 1 retry) in 0 ms. \(cause)"
        ]
      )
      #expect(bench.failures.map(\.line) == [12])
    }
    #expect(resets.withLock { $0 } == 1)
  }

  @Test(arguments: DriverKind.allCases)
  func `with failTestOnFailure false a failure is only logged`(driver: DriverKind) async throws {
    let bench = Workbench()
    for reset in [nil, {}] as [(@Sendable () -> Void)?] {
      try await bench.open(driver, Checks(.no), retryAttempts: 0, failTestOnFailure: false, reset: reset)
    }
    #expect(bench.failures.isEmpty)
    #expect(bench.log.filter { $0.contains("Moving on to the next step without failing the test.") }.count == 2)
  }

  @Test(arguments: DriverKind.allCases)
  func `the arguments of a call come before its policy`(driver: DriverKind) async throws {
    let policy = RetryPolicy(
      retryAttempts: 9,
      conditionTimeout: .seconds(60),
      pollingInterval: .seconds(1),
      checksFirst: false,
      timeLimit: .seconds(60)
    )
    for reset in [nil, {}] as [(@Sendable () -> Void)?] {
      let bench = Workbench()
      let actions = try await bench.open(
        driver,
        Checks(.no, .throwing(NotYet()), .no, .no, .yes),
        within: .seconds(2),
        for: .seconds(3),
        retryAttempts: 2,
        checksFirst: true,
        policy: policy,
        reset: reset
      )
      #expect(actions == 1)
      #expect(bench.time.waits == [.seconds(1), .seconds(1)])
      #expect(
        bench.summary.contains("first check 2")
          && bench.summary.last == "recovered 1 by \(reset == nil ? "waiting" : "resetting")"
      )
    }
  }

  @Test(arguments: DriverKind.allCases)
  func `with only a time limit a step retries with growing pauses`(driver: DriverKind) async throws {
    let bench = Workbench()
    let actions = try await withRetryPolicy(RetryPolicy(retryAttempts: 1)) {
      try await bench.open(driver, Checks(.no), for: .seconds(5), policy: RetryPolicy(checksFirst: false))
    }
    #expect(bench.time.waits == [0.1, 0.2, 0.4, 0.8, 1, 1, 1, 0.5].map { .seconds($0) })
    #expect(actions == 9)
    let message = try #require(bench.failures.first?.message)
    #expect(message.contains("The time limit of 5.0 s, set by the call, was reached after 9 attempts"))
    #expect(bench.failures.count == 1)
    #expect(bench.log.contains { $0.hasSuffix("Number of attempts: 1. Attempts remaining: unlimited. Retrying.") })
  }

  @Test(
    arguments: DriverKind.allCases,
    [
      (nil, RetryPolicy(retryAttempts: 2), 3), (1, RetryPolicy(retryAttempts: 2), 2),
      (nil, RetryPolicy(delay: .constant(.seconds(2))), 4),
    ] as [(Int?, RetryPolicy, Int)]
  )
  func `retries and delay of a call apply along with its time`(
    driver: DriverKind,
    example: (retryAttempts: Int?, policy: RetryPolicy, actions: Int)
  ) async throws {
    let bench = Workbench()
    let actions = try await bench.open(
      driver,
      Checks(.no),
      for: .seconds(5),
      retryAttempts: example.retryAttempts,
      policy: example.policy
    )
    #expect(actions == example.actions)
    #expect(bench.time.waits == (example.policy.delay == nil ? [] : [.seconds(2), .seconds(2), .seconds(1)]))
  }

  @Test func `the forms that return a value have the same bounds, and throw`() async throws {
    let bench = Workbench()
    let time = Duration.seconds(3)
    func oneNow() -> Int {
      bench.time.advance(by: .seconds(1))
      return 1
    }
    func one() async -> Int { oneNow() }
    func isLarge(_ number: Int) async -> Bool { number > 1 }
    func goBack() async {}
    let forms: [() async throws -> Int] = [
      { try bench.autoRetry("Load", for: time, mainAction: oneNow, until: { $0 > 1 }) },
      { try bench.autoRetry("Load", for: time, mainAction: oneNow, until: { $0 > 1 }, reset: {}) },
      { try await bench.autoRetry("Load", for: time, mainAction: one, until: isLarge) },
      { try await bench.autoRetry("Load", for: time, mainAction: one, until: isLarge, reset: goBack) },
    ]
    var causes: [RetryExhausted] = []
    for form in forms {
      let policy = RetryPolicy(delay: .zero)
      let error = await #expect(throws: RetryExhausted.self) {
        try await withRetryPolicy(policy) { try await bench.run(form) }
      }
      causes += [error].compactMap(\.self)
    }
    #expect(causes.map(\.failedAttempts.count) == [3, 3, 3, 3])
    let cause = "`until` was false for 1."
    #expect(
      causes.filter { $0.description.contains("First cause: \(cause)") || $0.description.contains("Cause: \(cause)") }
        .count == 4
    )
    #expect(bench.failures.isEmpty)
  }
}

extension Workbench {
  /// Runs a step in the form without reset steps, or in that with them, each of which answers whether it succeeded.
  ///
  /// - Returns: The number of times that the main action ran.
  @discardableResult
  fileprivate func open(
    _ driver: DriverKind,
    _ checks: Checks,
    within conditionTimeout: Duration? = nil,
    for timeLimit: Duration? = nil,
    retryAttempts: Int? = nil,
    checksFirst: Bool? = nil,
    failTestOnFailure: Bool = true,
    policy: RetryPolicy? = nil,
    line: UInt = #line,
    reset: (@Sendable () -> Void)? = nil
  ) async throws -> Int {
    let actions = Locked(0)
    /// A main action with a value that is ignored.
    @Sendable func act() -> Int {
      actions.withLock { actions in
        actions += 1
        return actions
      }
    }
    let succeeded =
      switch (driver, reset) {
      case (.synchronous, let reset?):
        try run {
          try autoRetry(
            "Open",
            within: conditionTimeout,
            for: timeLimit,
            retryAttempts: retryAttempts,
            checksFirst: checksFirst,
            failTestOnFailure: failTestOnFailure,
            policy: policy,
            line: line,
            mainAction: act,
            until: checks.next,
            reset: reset
          )
        }
      case (.synchronous, nil):
        try run {
          try autoRetry(
            "Open",
            within: conditionTimeout,
            for: timeLimit,
            retryAttempts: retryAttempts,
            checksFirst: checksFirst,
            failTestOnFailure: failTestOnFailure,
            policy: policy,
            line: line,
            mainAction: act,
            until: checks.next
          )
        }
      case (.asynchronous, let reset?):
        try await run { () async throws in
          try await autoRetry(
            "Open",
            within: conditionTimeout,
            for: timeLimit,
            retryAttempts: retryAttempts,
            checksFirst: checksFirst,
            failTestOnFailure: failTestOnFailure,
            policy: policy,
            line: line,
            mainAction: act,
            until: checks.nextAsync,
            reset: reset
          )
        }
      case (.asynchronous, nil):
        try await run { () async throws in
          try await autoRetry(
            "Open",
            within: conditionTimeout,
            for: timeLimit,
            retryAttempts: retryAttempts,
            checksFirst: checksFirst,
            failTestOnFailure: failTestOnFailure,
            policy: policy,
            line: line,
            mainAction: act,
            until: checks.nextAsync
          )
        }
      }
    #expect(succeeded == summary.last?.contains(/^(passed|recovered)/))
    return actions.withLock { $0 }
  }
}
