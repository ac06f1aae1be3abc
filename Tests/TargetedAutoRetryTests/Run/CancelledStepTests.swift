import Testing

@testable import TargetedAutoRetry

/// Steps in a cancelled task, such as that of an attempt that took too long.
@Suite struct CancelledStepTests {
  @Test func `an abort inside is a failure, although the task is cancelled after it`() async {
    let bench = Workbench(recovery: { $0.actionDescription == "Load" ? .abort("it crashed") : .retry })
    _ = await Task {
      await bench.run { () async in
        await bench.stepLater(until: { false }) {
          _ = try? bench.autoRetry("Load", mainAction: { 1 }, until: { $0 == 2 })
          await Task.yield()
          withUnsafeCurrentTask { $0?.cancel() }
        }
      }
    }.value
    #expect(bench.failures.count == 1)
  }

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
        try bench.autoRetry("Action", retryAttempts: 0, mainAction: {}, until: { _ in false })
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
        try await bench.autoRetry("Action", retryAttempts: 0, mainAction: { await Task.yield() }, until: { _ in false })
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

  /// The step is cancelled in an attempt, or after it, while the next one waits for it.
  @Test(arguments: [true, false])
  func `a cancelled step leaves its test a note, unless a step around has run it again`(isLate: Bool) async {
    let (run, bench) = (TestRun(), Workbench())
    let (isOver, late) = (Gate(), Locked<Task<Void, Never>?>(nil))
    await StepEnvironment.$current.withValue(StepEnvironment(in: .current, flakyRun: run)) {
      await bench.run { () async in
        await bench.stepLater(until: { RetryAttempt.current?.number == 2 }, reset: {}) {
          if RetryAttempt.current?.number == 2 {
            await isOver.open()
            await late.withLock { $0 }?.value
            return
          }
          let task = Task {
            if isLate { await isOver.wait() }
            await bench.stepLater(until: { false }) {
              await Task.yield()
              withUnsafeCurrentTask { $0?.cancel() }
            }
          }
          late.withLock { $0 = task }
          if !isLate { await task.value }
        }
      }
    }
    #expect(run.state.withLock { $0.hasCancelledStep } == isLate)
    #expect(bench.failures.isEmpty)
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
