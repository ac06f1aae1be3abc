import Testing

@testable import TargetedAutoRetry

/// Steps in a canceled task, such as that of an attempt that took too long.
@Suite struct CancelledStepTests {
  enum Step: String, CaseIterable, Sendable {
    case exhausted, outOfTimeAfterAnAttempt, exhaustedValue

    func run(_ driver: DriverKind, on bench: Workbench) async throws {
      switch (self, driver) {
      case (.exhausted, _):
        let actions = try await bench.step(driver, Checks(.no), policy: RetryPolicy(retryAttempts: 1))
        #expect(driver == .asynchronous || actions == 2)
      case (.outOfTimeAfterAnAttempt, _):
        try await bench.step(driver, Checks(.no), policy: RetryPolicy(timeLimit: .seconds(5)))
      case (.exhaustedValue, .synchronous):
        func loadHere() throws {
          try bench.autoRetry("Action", retryAttempts: 0, mainAction: { 1 }, until: { _ in false })
        }
        try bench.run(loadHere)
      case (.exhaustedValue, .asynchronous):
        _ = try await bench.run {
          try await bench.autoRetry("Action", retryAttempts: 0) {
            await Task.yield()
            return 1
          } until: { _ in
            false
          }
        }
      }
    }
  }

  private func makeBench() -> Workbench {
    var bench = Workbench()
    let time = bench.time
    bench.hears = { if case .begins(.action, _) = $0.kind { time.advance(by: .seconds(6)) } }
    return bench
  }

  /// - Returns: The error that ended the task.
  private func run(_ step: Step, _ driver: DriverKind, isCancelled: Bool, on bench: Workbench) async -> (any Error)? {
    await Task {
      if isCancelled { withUnsafeCurrentTask { $0?.cancel() } }
      do {
        try await step.run(driver, on: bench)
        return nil
      } catch {
        return error
      }
    }.value
  }

  @Test(arguments: Step.allCases, DriverKind.allCases)
  func `a step that fails in a canceled task is canceled`(step: Step, driver: DriverKind) async {
    for isCancelled in driver == .asynchronous ? [false] : [false, true] {
      let other = makeBench()
      let failure = await run(step, driver, isCancelled: isCancelled, on: other)
      #expect(other.failures.count == (step == .exhaustedValue ? 0 : 1))
      #expect((failure is RetryExhausted) == (step == .exhaustedValue))
    }
    guard driver == .asynchronous else { return }
    let bench = makeBench()
    let error = await run(step, driver, isCancelled: true, on: bench)
    #expect(bench.failures.isEmpty)
    #expect(bench.summary.last?.hasPrefix("aborted") == true)
    #expect(bench.log.last?.contains("The task was canceled after ") == true)
    #expect((error is CancellationError) == (step == .exhaustedValue))
  }

  enum Moment: Sendable {
    case attempt, lateCheck, reset
  }

  @Test(
    arguments: [
      (.attempt, .zero), (.attempt, .constant(.seconds(60))),
      (.lateCheck, .constant(.seconds(1))), (.reset, .constant(.seconds(1))),
    ] as [(Moment, RetryDelay)]
  )
  func `a canceled task does not start another attempt`(moment: Moment, delay: RetryDelay) async {
    let bench = Workbench()
    let (attempts, resets) = (Locked(0), Locked(0))
    @Sendable func cancel(in here: Moment) {
      if here == moment { withUnsafeCurrentTask { $0?.cancel() } }
    }
    let conditionTimeout = moment == .attempt ? Duration.seconds(60) : nil
    let retries = await Task { () async -> Int in
      await bench.run { () async -> Int in
        await bench.stepLater(
          policy: RetryPolicy(delay: delay, conditionTimeout: conditionTimeout),
          until: {
            if bench.summary.last?.hasPrefix("late") == true { cancel(in: .lateCheck) }
            return false
          },
          reset: {
            await Task.yield()
            resets.withLock { $0 += 1 }
            cancel(in: .reset)
          }
        ) {
          await Task.yield()
          attempts.withLock { $0 += 1 }
          cancel(in: .attempt)
        }
      }
    }.value
    #expect(retries == 4)
    #expect(attempts.withLock { $0 } == 1)
    #expect(resets.withLock { $0 } == (moment == .reset ? 1 : 0))
    #expect(bench.time.waits == (moment == .attempt ? [] : [.seconds(1)]))
    #expect(bench.failures.isEmpty)
    let text =
      "The task was canceled after 1 attempt of action: Action. It returns without an error, and does not fail the test."
    #expect(bench.log.last?.hasSuffix(text) == true)
  }

  /// A canceled step neither fails nor succeeds, so the attempt around it proves nothing about the one before.
  @Test(arguments: [true, false])
  func `an attempt with a canceled step does not forgive the one before`(isCancelled: Bool) async {
    let bench = Workbench(holdsBack: true)
    let retries = await bench.run { () async -> Int in
      await bench.stepLater("Outer") {
        if RetryAttempt.current?.number == 1 { return bench.fail("a bug", path: "/src/A.swift", line: 1) }
        await Task {
          if isCancelled { withUnsafeCurrentTask { $0?.cancel() } }
          await bench.stepLater("Inner", retries: 0, failsTest: false, until: { !isCancelled }) { await Task.yield() }
        }.value
      }
    }
    #expect(retries == 1)
    #expect(bench.failures.map(\.message) == (isCancelled ? ["a bug (attempt 1 of Outer)"] : []))
  }
}
