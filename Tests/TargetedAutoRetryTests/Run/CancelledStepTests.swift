import Testing

@testable import TargetedAutoRetry

/// Steps in a cancelled task, such as that of an attempt that took too long.
@Suite struct CancelledStepTests {
  enum Step: String, CaseIterable, Sendable {
    case exhausted, outOfTimeAfterAnAttempt, exhaustedValue

    func run(on bench: Workbench) throws {
      switch self {
      case .exhausted:
        let retries = bench.step(retries: 1, until: { false })
        #expect(retries == 2)
      case .outOfTimeAfterAnAttempt:
        let policy = RetryPolicy(timeLimit: .seconds(5))
        bench.step(policy: policy, until: { false }) { bench.time.advance(by: .seconds(6)) }
      case .exhaustedValue:
        try bench.autoRetry("Action", retryAttempts: 0, mainAction: { 1 }, until: { _ in false })
      }
    }

    func runAsync(on bench: Workbench) async throws {
      switch self {
      case .exhausted:
        await bench.stepLater(retries: 0, until: { false }) {}
      case .outOfTimeAfterAnAttempt:
        await bench.stepLater(policy: RetryPolicy(timeLimit: .seconds(5)), until: { false }) {
          await Task.yield()
          bench.time.advance(by: .seconds(6))
        }
      case .exhaustedValue:
        try await bench.autoRetry("Action", retryAttempts: 0) {
          await Task.yield()
          return 1
        } until: { _ in
          false
        }
      }
    }
  }

  /// - Returns: The error that ended the task.
  private func run(_ step: Step, isAsynchronous: Bool, isCancelled: Bool, on bench: Workbench) async -> (any Error)? {
    await Task {
      if isCancelled { withUnsafeCurrentTask { $0?.cancel() } }
      do {
        try await bench.run {
          if isAsynchronous { try await step.runAsync(on: bench) } else { try step.run(on: bench) }
        }
        return nil
      } catch {
        return error
      }
    }.value
  }

  @Test(arguments: Step.allCases, [true, false])
  func `an asynchronous step that does not succeed in a cancelled task is cancelled, and any other is a failure`(
    step: Step,
    isAsynchronous: Bool
  ) async {
    for isCancelled in isAsynchronous ? [false] : [false, true] {
      let other = Workbench()
      let failure = await run(step, isAsynchronous: isAsynchronous, isCancelled: isCancelled, on: other)
      #expect(other.failures.count == (step == .exhaustedValue ? 0 : 1))
      #expect((failure is RetryExhausted) == (step == .exhaustedValue))
    }
    guard isAsynchronous else { return }
    let bench = Workbench()
    let error = await run(step, isAsynchronous: isAsynchronous, isCancelled: true, on: bench)
    #expect(bench.failures.isEmpty)
    #expect(bench.summary.last?.hasPrefix("aborted") == true)
    #expect(bench.log.last?.contains("The task was cancelled after ") == true)
    #expect((error is CancellationError) == (step == .exhaustedValue))
  }

  @Test(arguments: [true, false])
  func `a task that is cancelled in the late check or in the reset steps begins no other attempt`(
    isInLateCheck: Bool
  ) async {
    let bench = Workbench()
    let attempts = Locked(0)
    let resets = Locked(0)
    let task = Task {
      await bench.run { () async in
        await bench.stepLater(
          policy: RetryPolicy(delay: .constant(.seconds(1))),
          until: {
            let isLate = bench.summary.last?.hasPrefix("late") == true
            if isLate, isInLateCheck { withUnsafeCurrentTask { $0?.cancel() } }
            return false
          },
          reset: {
            await Task.yield()
            resets.withLock { $0 += 1 }
            withUnsafeCurrentTask { $0?.cancel() }
          }
        ) { attempts.withLock { $0 += 1 } }
      }
    }
    _ = await task.value
    #expect(attempts.withLock { $0 } == 1)
    #expect(resets.withLock { $0 } == (isInLateCheck ? 0 : 1))
    #expect(bench.failures.isEmpty)
  }
}
