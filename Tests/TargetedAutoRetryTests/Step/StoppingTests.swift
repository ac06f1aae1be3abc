import Testing

@testable import TargetedAutoRetry

@Suite struct StoppingTests {
  @Test func `the hook hears of each failed attempt before the way back, the last one included`() {
    let heard = Locked<[FailedAttempt]>([])
    let bench = Workbench(recovery: { attempt in
      heard.withLock { $0.append(attempt) }
      return .retry
    })
    let line: UInt = #line + 3
    var heardAtReset: [Int] = []
    bench.run {
      bench.autoRetry(
        mainAction: { bench.time.advance(by: .seconds(2)) },
        successCondition: { nil },
        resetSteps: { heardAtReset.append(heard.withLock { $0.count }) },
        actionDescription: "Launch",
        retryAttempts: 1
      )
    }
    let attempts = heard.withLock { $0 }
    #expect(attempts.map(\.number) == [1, 2])
    #expect(attempts.map(\.retriesRemaining) == [1, 0])
    #expect(attempts.map(\.elapsed) == [.seconds(2), .seconds(2)])
    #expect(attempts.map(\.actionDescription) == ["Launch", "Launch"])
    #expect(attempts.map(\.line) == [line, line])
    #expect(attempts.map(\.file) == [#filePath, #filePath])
    #expect(heardAtReset == [1])
  }

  @Test func `an abort inside ends the steps around, with one failure in all`() {
    let bench = Workbench(recovery: { $0.actionDescription == "Inner" ? .abort("the app crashed") : .retry })
    var outerAttempts = 0
    bench.run {
      bench.autoRetry(
        mainAction: {
          outerAttempts += 1
          bench.autoRetry(mainAction: {}, successCondition: { false }, actionDescription: "Inner")
        },
        successCondition: { false },
        actionDescription: "Outer"
      )
    }
    #expect(outerAttempts == 1)
    #expect(bench.failures.count == 1)
    #expect(bench.failures.first?.message.contains("of action: Inner: the app crashed.") == true)
    #expect(bench.log.last?.contains("stopped with a step inside of action: Outer: the app crashed.") == true)
  }

  @Test func `an abort in a step that only throws is reported by the first step around it, once`() throws {
    let bench = Workbench(recovery: { $0.actionDescription == "Load" ? .abort("the app crashed") : .retry })
    try bench.run {
      try bench.autoRetry(
        mainAction: {
          try bench.autoRetry(
            mainAction: { _ = try bench.autoRetry("Load", operation: { 1 }, until: { $0 == 2 }) },
            successCondition: { true },
            actionDescription: "Middle",
            failTestOnFailure: false
          )
        },
        successCondition: { false },
        actionDescription: "Outer"
      )
    }
    #expect(bench.failures.count == 1)
    #expect(
      bench.failures.first?.message.contains("stopped with a step inside of action: Middle: the app crashed.") == true
    )
  }

  @Test func `an abort inside reset steps ends the step, and the next step is free of it`() {
    let bench = Workbench(recovery: { $0.actionDescription == "Inner" ? .abort("the app crashed") : .retry })
    var attempts = 0
    bench.run {
      bench.autoRetry(
        mainAction: { attempts += 1 },
        successCondition: { false },
        resetSteps: { bench.autoRetry(mainAction: {}, successCondition: { false }, actionDescription: "Inner") }
      )
      #expect(attempts == 1)
      let retries = bench.autoRetry(
        mainAction: { attempts += 1 },
        successCondition: { attempts == 3 },
        actionDescription: "Next"
      )
      #expect(retries == 1)
    }
  }

  @Test func `an abort ends the steps around it, whatever their closures do with the error`() {
    let bench = Workbench(recovery: { $0.actionDescription == "Load" ? .abort("the app crashed") : .retry })
    var attempts = 0
    var sibling = -1
    let retries = bench.run {
      bench.autoRetry(
        mainAction: {
          attempts += 1
          _ = try? bench.autoRetry("Load", operation: { 1 }, until: { $0 == 2 })
          sibling = bench.autoRetry(mainAction: {}, successCondition: { true }, actionDescription: "Sibling")
        },
        successCondition: { true },
        actionDescription: "Outer"
      )
    }
    #expect(attempts == 1 && retries == 4 && sibling == 0)
    #expect(bench.failures.count == 1)
    #expect(bench.failures.first?.message.contains("Cause: A step inside was told to stop: the app crashed.") == true)
  }

  @Test func `an abort that only threw is reported by the step around it, although a later one is reported`() {
    let bench = Workbench(recovery: { attempt in
      attempt.actionDescription == "Outer" ? .retry : .abort("\(attempt.actionDescription) has crashed")
    })
    bench.run {
      bench.autoRetry(
        mainAction: {
          _ = try? bench.autoRetry("Load", operation: { 1 }, until: { $0 == 2 })
          bench.autoRetry(mainAction: {}, successCondition: { false }, actionDescription: "Sign In")
        },
        successCondition: { true },
        actionDescription: "Outer"
      )
    }
    #expect(bench.failures.count == 2)
    #expect(bench.failures.first?.message.contains("of action: Sign In: Sign In has crashed.") == true)
    #expect(bench.failures.last?.message.contains("inside of action: Outer: Load has crashed.") == true)
  }

  @Test func `an abort in the late check ends the step`() {
    let bench = Workbench(recovery: { $0.actionDescription == "Inner" ? .abort("the app crashed") : .retry })
    var looks = 0
    bench.run {
      bench.autoRetry(
        mainAction: {},
        successCondition: {
          looks += 1
          if looks == 2 { bench.autoRetry(mainAction: {}, successCondition: { false }, actionDescription: "Inner") }
          return looks == 2
        },
        actionDescription: "Outer",
        policy: RetryPolicy(delay: .constant(.seconds(1)))
      )
    }
    #expect(looks == 2)
    #expect(bench.summary.last == "aborted 4")
    #expect(bench.failures.count == 1)
  }

  @Test func `the error of the late check is the cause of its attempt`() {
    struct Gone: Error {}
    let bench = Workbench()
    var looks = 0
    _ = try? bench.run {
      try bench.autoRetry(
        mainAction: {},
        successCondition: {
          looks += 1
          if looks == 2 {
            bench.time.advance(by: .seconds(60))
            throw Gone()
          }
          return false
        },
        policy: RetryPolicy(delay: .constant(.seconds(1)), timeLimit: .seconds(5))
      )
    }
    #expect(bench.log.contains("♻️♻️♻️🔎 [CAUSE: 0] Threw Gone()."))
    #expect(bench.failures.first?.message.hasSuffix("Cause: Threw Gone().") == true)
  }

  @Test func `a hook that takes the rest of the time is followed by nothing, and is no wait`() {
    let time = FakeTime()
    let bench = Workbench(
      time: time,
      recovery: { attempt in
        time.advance(by: .seconds(attempt.number == 1 ? 3 : 7))
        return .retry
      }
    )
    bench.run {
      bench.autoRetry(
        mainAction: {},
        successCondition: { false },
        failTestOnFailure: false,
        policy: RetryPolicy(delay: .constant(.seconds(2)), timeLimit: .seconds(10))
      )
    }
    #expect(time.waits == [.seconds(2)])
    #expect(bench.summary.last == "timedOut 4")
    let reports = bench.events.compactMap { event in
      if case .finished(let report) = event.kind { report } else { nil }
    }
    #expect(reports.map(\.history.waiting) == [.seconds(2)])
  }

  @Test func `inner steps have no more time than is left of the outer limit`() {
    let bench = Workbench()
    var inner = 0
    bench.run {
      bench.autoRetry(
        mainAction: {
          bench.autoRetry(
            mainAction: {
              inner += 1
              bench.time.advance(by: .seconds(2))
            },
            successCondition: { false },
            actionDescription: "Inner",
            retryAttempts: 100,
            policy: RetryPolicy(timeLimit: .seconds(60))
          )
        },
        successCondition: { false },
        actionDescription: "Outer",
        policy: RetryPolicy(timeLimit: .seconds(5))
      )
    }
    #expect(inner == 3)
    #expect(bench.failures.count == 2)
    #expect(bench.failures.allSatisfy { $0.message.contains("The time limit of ") })
  }

  @Test func `an inner step that begins when the time is over fails without running`() {
    let bench = Workbench()
    bench.run {
      bench.autoRetry(
        mainAction: {
          bench.time.advance(by: .seconds(6))
          bench.autoRetry(
            mainAction: { Issue.record("must not run") },
            successCondition: { true },
            actionDescription: "Inner"
          )
        },
        successCondition: { true },
        policy: RetryPolicy(timeLimit: .seconds(5))
      )
    }
    #expect(bench.failures.count == 1)
    #expect(bench.failures.first?.message.contains("was over before the first attempt of action: Inner.") == true)
  }

  @Test(arguments: [RetryDelay.zero, .constant(.seconds(60))])
  func `a task that is cancelled in an attempt makes no other, logs it and fails nothing`(delay: RetryDelay) async {
    let bench = Workbench()
    let attempts = Locked(0)
    let retries = await Task { () async -> Int in
      await bench.run { () async -> Int in
        await bench.autoRetry(
          mainAction: {
            await Task.yield()
            attempts.withLock { $0 += 1 }
            withUnsafeCurrentTask { $0?.cancel() }
          },
          successCondition: { false },
          policy: RetryPolicy(delay: delay, conditionTimeout: .seconds(60))
        )
      }
    }.value
    #expect(retries == 4)
    #expect(attempts.withLock { $0 } == 1)
    #expect(bench.time.waits == [])
    #expect(bench.failures.isEmpty)
    #expect(bench.log.last?.contains("The task was cancelled after 1 attempt of action: Action.") == true)
  }

  @Test func `a value step that is cancelled in a wait throws that it was cancelled`() async {
    let bench = Workbench(time: FakeTime(isCancelledInSleep: true))
    let task = Task {
      try await bench.run { () async throws -> Void in
        try await bench.autoRetry(
          "Wait",
          policy: RetryPolicy(delay: .constant(.seconds(60))),
          operation: { await Task.yield() },
          until: { false }
        )
      }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(bench.summary.suffix(2) == ["wait 60.0 seconds after 1", "aborted 4"])
  }
}
