/// Runs the actions of the engine on the actor of the caller; the asynchronous twin of ``SyncDriver``.
enum AsyncDriver {
  static func drive<Value, Failure: Error>(
    _ step: StepRun,
    _ isolation: isolated (any Actor)?,
    _ action: () async throws(Failure) -> Value,
    _ condition: () async throws(Failure) -> Bool?,
    _ resetSteps: () async throws(Failure) -> Void
  ) async throws(Failure) {
    step.isAsynchronous = true
    do {
      try step.finish(await play(step, isolation, action, condition, resetSteps))
      let repetitions = Repetitions(of: step)
      while let repetition = repetitions?.next() {
        try repetitions?.ended(repetition, await play(repetition, isolation, action, condition, resetSteps))
      }
    } catch {
      // Only the closures throw. A function of its own would put the error into another box.
      throw (error as? Failure).made(by: "The closure")
    }
  }

  private static func play<Value>(
    _ run: StepRun,
    _ isolation: isolated (any Actor)?,
    _ action: () async throws -> Value,
    _ condition: () async throws -> Bool?,
    _ resetSteps: () async throws -> Void
  ) async -> StepEnding {
    func perform(_ attempt: Attempt, in context: StepContext) async -> AttemptEnd {
      _ = isolation
      let patience = run.step.policy.conditionTimeout
      if run.step.isWait { return await look(.waitBegins(limit: patience), in: context, patience) }
      if run.step.looksFirst {
        let first = await look(.firstLook(attempt), in: context)
        if let end = run.endWithoutAction(attempt, after: first, in: context) { return end }
      }
      do {
        if run.step.isRepetition { try await resetSteps() }
        run.report.actionRuns += 1
        run.emit(.mainAction(attempt))
        _ = try await action()
      } catch {
        return run.end(by: error)
      }
      return await look(.successCondition(attempt), in: context, patience)
    }

    func look(
      _ part: RetryEvent.Kind,
      in context: StepContext,
      _ patience: Duration = .zero
    ) async -> AttemptEnd {
      _ = isolation
      run.emit(part)
      var looks = ConditionLooks(start: run.now, patience: patience, deadline: run.engine.deadline)
      while true {
        var isMet = false
        var thrown: (any Error)?
        context.lookBegins()
        do {
          isMet = try await condition() == true
        } catch {
          if run.isStop(error) { return .stopped(error) }
          thrown = error
        }
        looks.seen = context.seen
        let isCut = run.isCancelled || context.hasFailed
        switch run.step.policy.conditionEvaluated(isMet, thrown: thrown, &looks, isCut: isCut, at: run.now) {
        case .waitAndEvaluate(let pause):
          // The action of a wait does not throw.
          if !isMet, run.step.isWait { _ = try? await action() }
          try? await run.world.timekeeper.sleep(pause)
        case .endAttempt(let isMet):
          return isMet ? .succeeded(since: looks.start) : .conditionNotMet(looks)
        }
      }
    }

    func reset(after attempt: Attempt) async -> AttemptEnd {
      _ = isolation
      do {
        run.emit(.resetSteps(after: attempt))
        try await resetSteps()
        return .succeeded(since: .zero)
      } catch {
        return run.end(by: error)
      }
    }

    func limited(_ attempt: Attempt, _ body: () async -> AttemptEnd) async -> AttemptEnd {
      // A wait has no attempts, and a limit of its own.
      guard !run.step.isWait, let limit = run.step.policy.attemptTimeLimit else { return await body() }
      let (end, isTimedOut) = await AttemptTimeLimit.enforce(limit, run.world.timekeeper, isolation: isolation, body)
      return isTimedOut ? end.cancelled(after: limit) : end
    }

    func inside(_ context: StepContext, _ body: () async -> AttemptEnd) async -> AttemptEnd {
      let surroundings = run.surroundings(of: context)
      return await context.collect(isolation: isolation) {
        await Surroundings.$current.withValue(surroundings, operation: body, isolation: isolation)
      }
    }

    while true {
      switch run.next {
      case .runAttempt(let attempt):
        let context = run.attemptBegins(attempt)
        let end = await inside(context) { await limited(attempt) { await perform(attempt, in: context) } }
        run.attemptEnded(attempt, end, in: context)
      case .wait(let duration, after: let attempt):
        run.emit(.wait(duration, after: attempt))
        let instant = run.now
        try? await run.world.timekeeper.sleep(duration)
        run.waited(since: instant)
      case .recheckCondition(after: let attempt):
        let context = run.beginContext(of: attempt)
        let end = await inside(context) {
          await limited(attempt) { await look(.lateCheck(after: attempt), in: context) }
        }
        run.conditionRechecked(after: attempt, end, in: context)
      case .runResetSteps(after: let attempt):
        let context = run.beginContext(of: attempt, isReset: true)
        run.resetStepsEnded(await inside(context) { await reset(after: attempt) }, in: context)
      case .finish(let ending):
        return ending
      }
    }
  }
}

/// Cancels an attempt that takes too long.
///
/// The attempt runs in a task of its own, on the actor of the caller and with its task-local values. The caller waits
/// for it to the end, so it is cancelled but never abandoned.
enum AttemptTimeLimit {
  static func enforce<End>(
    _ limit: Duration,
    _ timekeeper: Timekeeper,
    isolation: isolated (any Actor)?,
    _ body: () async -> End
  ) async -> (end: End, isTimedOut: Bool) {
    let isOver = Once()
    return await withoutActuallyEscaping(body) { body in
      // Only the attempt uses these while it runs: the caller waits for it, on the same actor.
      nonisolated(unsafe) let body = body
      nonisolated(unsafe) var end: End?
      let attempt = Task {
        _ = isolation
        end = await body()
        _ = isOver.claim()
      }
      let timer = Task {
        guard (try? await timekeeper.sleep(limit)) != nil, isOver.claim() else { return false }
        attempt.cancel()
        return true
      }
      await withTaskCancellationHandler {
        await attempt.value
      } onCancel: {
        attempt.cancel()
      }
      timer.cancel()
      let isTimedOut = await timer.value
      return (end.made(by: "Task"), isTimedOut)
    }
  }
}
